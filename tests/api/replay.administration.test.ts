/** The audit of administration: edited rows of users, stores, settings and catalogues, and their log. */
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type AdministrationEvent,
  administrationHash,
} from '#server/platform/database/administration-log.repository.ts';
import { auditAdministration } from '#server/operate/audit/audit-rows.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { reason, startScene } from '#tests/kit/box-scene.ts';
import { boxIn, type StagedBox } from '#tests/kit/box-stages.ts';
import { auditSentences, liftDefences, remember } from '#tests/kit/forger.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);
let box: StagedBox;
let restore: () => Promise<void>;
beforeAll(async () => {
  box = await boxIn(scene, 'supervision');
  await boxIn(scene, 'closed');
  await liftDefences(scene);
  restore = await remember(scene);
});
afterEach(async () => {
  await restore();
  expect(await auditSentences(scene)).toEqual([]);
});

const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(scene.db);

describe('the audit finds an edited administration row:', () => {
  test.each([
    ['a person is renamed', [3, "razon_social = 'Otra'"], 'razon_social es «Otra»'],
    ['an address is taken over', [3, "email = 'x@x.test'"], 'email es «x@x.test»'],
    ['a profile is another one', [2, 'tipo = 6'], 'tipo es 6, el registro dice 2'],
    ['a permission is added', [2, "permisos = 'editarUsuario'"], 'permisos es «editar'],
    ['a password is put in', [3, "clave_hash = 'x'"], 'clave_hash es «2d711642b726b044'],
    ['somebody may enter again', [3, 'active_ = 0'], 'active_ es 0, el registro dice 1'],
  ] as const)('%s', async (_, [profile, change], sentence) => {
    const { id } = scene.people[profile];
    await run(`update usuarios set ${change} where id = ${id}`);
    const said = await auditSentences(scene);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(`usuario ${id}: ${sentence}`);
  });

  test.each([
    ['base', '5', 'base es 5, el registro dice '],
    ['id_supervisor', '1', 'id_supervisor es 1, el registro dice '],
    ['id_gerente', '1', 'id_gerente es 1, el registro dice '],
    ['nombre', "'Otra'", 'nombre es «Otra», el registro dice «'],
  ])('another %s of a store', async (column, value, sentence) => {
    const { id } = scene.otherStore;
    await run(`update tiendas set ${column} = ${value} where id = ${id}`);
    expect((await auditSentences(scene))[0]).toContain(`tienda ${id}: ${sentence}`);
  });

  test.each([
    [
      `update motivo_rechazo set nombre = 'Ninguno' where id = ${reason}`,
      `motivo de rechazo ${reason}: nombre es «Ninguno», el registro dice «`,
    ],
    [
      "update categoria_gasto set cuenta = '1' where id = 1",
      'categoría de gasto 1: cuenta es «1», el registro dice «',
    ],
    [
      "update config set field_content = '9' where field_name = 'monto_maximo'",
      'ajuste monto_maximo: field_content es «9», el registro dice «',
    ],
    [
      "update proveedores set nombre = 'Otro' where id = 1",
      'proveedor 1: nombre es «Otro», el registro dice «',
    ],
    [
      "update empresas set nombre = 'Otra' where id = 1",
      'empresa 1: nombre es «Otra», el registro dice «',
    ],
    [
      "update ciudades set nombre = 'Otra' where id = 5001",
      'ciudad 5001: nombre es «Otra», el registro dice «',
    ],
  ])('%s', async (statement, sentence) => {
    await run(statement);
    const said = await auditSentences(scene);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(sentence);
  });

  test('an inserted or deleted user', async () => {
    const { id } = scene.people[7];
    await run(`insert into usuarios (razon_social, tipo, tipo_doc, num_doc, email, clave_hash, creado)
      values ('Nadie', 1, 1, '99', 'nadie@x.test', 'x', 1)`);
    await run(`delete from usuarios where id = ${id}`);
    const said = await auditSentences(scene);
    expect(said).toHaveLength(2);
    expect(said[0]).toMatch(/^usuario \d+: está en la base de datos y no en el registro$/);
    expect(said[1]).toBe(`usuario ${id}: está en el registro y no en la base de datos`);
  });

  test('a store with another person in charge', async () => {
    const { id } = scene.otherStore;
    await run(`update responsable_tienda set id_usuario = 1 where id_tienda = ${id}`);
    const said = (await auditSentences(scene)).join('\n');
    expect(said).toContain(`responsable de tienda ${id}-1: está en la base de datos y no en el`);
    expect(said).toMatch(new RegExp(`responsable de tienda ${id}-\\d+: está en el registro y no`));
  });

  test('another debtor of a box that was sent before the log had one', async () => {
    const audit = () => inSnapshot(scene.db, auditAdministration);
    await run("update evento set version_maquina = '3'");
    expect(await audit()).toEqual([]);
    const [main, other] = [scene.people[2].id, scene.people[4].id];
    await run(`update cajas set id_responsable = ${other} where id = ${box.id}`);
    expect(await audit()).toEqual([
      `caja ${box.id}: id_responsable es ${other}, el registro dice ${main}`,
    ]);
  });

  test('an account that acted with a profile that it never had', async () => {
    const { id } = scene.people[3];
    await run(`update evento set id_actor = ${id}, perfil = 7 where id_caja = ${box.id}`);
    expect(await auditSentences(scene)).toContain(
      `usuario ${id}: actuó con el perfil 7, que nunca tuvo`,
    );
  });
});

describe('the audit finds deleted or swapped rows:', () => {
  test('a store with all its boxes, expenses and events', async () => {
    const { id_tienda: id } = box;
    const boxes = `(select id from cajas where id_tienda = ${id})`;
    await run(`delete from gasto_categoria where id_gasto in
      (select id from gastos where id_caja in ${boxes})`);
    for (const table of ['gastos', 'evento'])
      await run(`delete from ${table} where id_caja in ${boxes}`);
    for (const table of ['responsable_tienda', 'cajas'])
      await run(`delete from ${table} where id_tienda = ${id}`);
    await run(`delete from tiendas where id = ${id}`);
    expect(await auditSentences(scene)).toContain(
      `tienda ${id}: está en el registro y no en la base de datos`,
    );
  });

  test('a store alone', async () => {
    await run(`delete from tiendas where id = ${box.id_tienda}`);
    expect(await auditSentences(scene)).toContain(
      `caja ${box.id}: su tienda ${box.id_tienda} no está`,
    );
  });

  test('a box alone: its events and expenses have no box', async () => {
    await run(`delete from cajas where id = ${box.id}`);
    const said = await auditSentences(scene);
    expect(said).toContain(`caja ${box.id}: no está, y el registro tiene eventos suyos`);
    expect(said).toContain(`gasto ${box.expenses[0]}: su caja ${box.id} no está`);
  });

  test('a box with all its rows, and the last number of its store adjusted', async () => {
    const { id, id_tienda } = box;
    await run(`delete from gasto_categoria where id_gasto in
      (select id from gastos where id_caja = ${id})`);
    for (const table of ['gastos', 'evento'])
      await run(`delete from ${table} where id_caja = ${id}`);
    await run(`delete from cajas where id = ${id}`);
    const open = `tienda ${id_tienda}: sus consecutivos son `;
    await run(`update tiendas set ultimo_consecutivo = 0 where id = ${id_tienda}`);
    const said = await auditSentences(scene);
    expect(said).toEqual([
      expect.stringMatching(/^caja \d+: no sigue a la caja que la tienda envió antes$/),
    ]);
    expect(said.join()).not.toContain(open);
  });

  test('two boxes with swapped keys', async () => {
    const other = await scene.db
      .selectFrom('cajas')
      .select('id')
      .where('active', '=', 5)
      .executeTakeFirstOrThrow();
    for (const [from, to] of [
      [box.id, 9_999],
      [other.id, box.id],
      [9_999, other.id],
    ]) {
      await run(`update cajas set id = ${to} where id = ${from}`);
      await run(`update evento set id_caja = ${to} where id_caja = ${from}`);
      await run(`update gastos set id_caja = ${to} where id_caja = ${from}`);
    }
    const said = await auditSentences(scene);
    for (const id of [box.id, other.id])
      expect(said).toContain(`caja ${id}: registro roto, evento 1: fue alterado`);
  });

  test('two expenses with swapped keys', async () => {
    const [first = 0] = box.expenses;
    const { id: second } = await scene.db
      .selectFrom('gastos')
      .select('id')
      .where('id_caja', '!=', box.id)
      .executeTakeFirstOrThrow();
    for (const [from, to] of [
      [first, 9_999],
      [second, first],
      [9_999, second],
    ])
      await run(`update gastos set id = ${to} where id = ${from}`);
    const said = await auditSentences(scene);
    expect(said).toContain(`gasto ${first}: está en el registro y no en la caja`);
    expect(said).toContain(`gasto ${second}: está en la caja y no en el registro`);
  });
});

describe('the administration log', () => {
  const events = (): Promise<AdministrationEvent[]> =>
    scene.db.selectFrom('evento_administracion').selectAll().orderBy('secuencia').execute();

  async function write(rows: readonly AdministrationEvent[]): Promise<void> {
    await scene.db.deleteFrom('evento_administracion').execute();
    for (let start = 0; start < rows.length; start += 100)
      await scene.db
        .insertInto('evento_administracion')
        .values(rows.slice(start, start + 100))
        .execute();
  }

  const other = {
    evento: 'OTRO',
    tabla: 'config',
    id_actor: 1,
    perfil: 1,
    ingreso: 'clave_totp',
    instante: 5,
    payload: '{}',
    hash: 'x',
  };

  test.each(Object.entries(other))('an altered %s of an event is found', async (column, value) => {
    const rows = await events();
    await write(rows.map((row, index) => (index === 9 ? { ...row, [column]: value } : row)));
    expect(await auditSentences(scene)).toEqual([
      'administración: registro roto, evento 10: fue alterado',
    ]);
  });

  test.each([
    ['is missing', 'evento 11: falta el evento anterior', (rows: AdministrationEvent[]) => rows],
    [
      'is missing, and the numbers are closed up',
      'evento 10: no sigue al evento anterior',
      (rows: AdministrationEvent[]) => rows.map((row, index) => ({ ...row, secuencia: index + 1 })),
    ],
  ])('an event that %s is found', async (_, sentence, close) => {
    const rows = await events();
    await write(close(rows.filter((_row, index) => index !== 9)));
    expect(await auditSentences(scene)).toEqual([`administración: registro roto, ${sentence}`]);
  });

  test('a truncated end is found by the rows', async () => {
    const rows = await events();
    await write(rows.slice(0, -1));
    expect((await auditSentences(scene)).length).toBeGreaterThan(0);
  });

  test('an added event with valid hashes is found by the row', async () => {
    const rows = await events();
    const last = rows.at(-1);
    if (last === undefined) throw new Error('the log is empty');
    const payload = JSON.stringify({ monto_maximo: { field_content: '7' } });
    const more = {
      ...last,
      id: last.id + 1,
      secuencia: last.secuencia + 1,
      hash_previo: last.hash,
    };
    const forged = { ...more, tabla: 'config', payload };
    await write([...rows, { ...forged, hash: administrationHash(forged) }]);
    expect(await auditSentences(scene)).toEqual([
      expect.stringMatching(/^ajuste monto_maximo: field_content es .*, el registro dice «7»$/),
    ]);
  });
});
