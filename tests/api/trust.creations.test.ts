/** Fifty simultaneous copies of one creation, upload or deletion. */
import { describe, expect, test } from 'vitest';
import type { CallPath } from '#contract/contract.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { sha256Of } from '#server/platform/access/digests.ts';
import { boxRow, expenseRow } from '#tests/kit/box-rows.ts';
import { pdf, record, startScene, today } from '#tests/kit/box-scene.ts';
import { newStore } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { bodiesOf, CROWD, crowd, disorderOf, tally, timesLogged } from '#tests/kit/trust-crowd.ts';

const scene = perFile(startScene);

const expenseForm = (id_tienda: number, recibo: string) => ({
  id_tienda,
  fecha_gasto: today,
  id_proveedor: scene.suppliers.known,
  recibo,
  valor: 12_500.5,
  concepto: 'Bombillos',
  categoria: [1],
  tipo_factura: 0 as const,
});

const rowsOf = async (table: keyof Database): Promise<number> =>
  (await scene.db.selectFrom(table).selectAll().execute()).length;

describe('recording an expense', () => {
  test('without a key records every copy, and the total adds up', async () => {
    const { id, idCaja } = await newStore(scene);
    const answers = await crowd((index) =>
      scene.browsers[2].call('/enviarGasto', expenseForm(id, `SIN${index}`)),
    );
    expect(tally(answers)).toEqual({ 200: CROWD });
    expect(bodiesOf(answers, 200)).toHaveLength(CROWD);
    expect(await timesLogged(scene, idCaja, 'EXPENSE.RECORD')).toBe(CROWD);
    expect((await boxRow(scene, idCaja)).total).toBe(CROWD * 12_500_50);
    expect(await disorderOf(scene, id)).toEqual([]);
  });

  test('under one key with different data is accepted once', async () => {
    const { id, idCaja } = await newStore(scene);
    const answers = await crowd((index) =>
      scene.browsers[2].call('/enviarGasto', expenseForm(id, `OTRO${index}`), {
        idempotencyKey: 'otros',
      }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: CROWD - 1 });
    expect(await timesLogged(scene, idCaja, 'EXPENSE.RECORD')).toBe(1);
    expect(await disorderOf(scene, id)).toEqual([]);
  });

  test('under a key that failed before can be retried, once per user', async () => {
    const { id, idCaja } = await newStore(scene);
    const key = { idempotencyKey: 'repetida' };
    const wrong = { ...expenseForm(id, 'MAL'), fecha_gasto: '2020-01-01' };
    expect((await scene.browsers[2].call('/enviarGasto', wrong, key)).status).toBe(422);
    const people = [scene.browsers[2], scene.browsers[4]];
    const answers = await crowd((index) => {
      const browser = people[index % 2] ?? scene.browsers[2];
      return browser.call('/enviarGasto', expenseForm(id, 'BIEN'), key);
    });
    expect(tally(answers)).toEqual({ 200: CROWD });
    expect(await timesLogged(scene, idCaja, 'EXPENSE.RECORD')).toBe(2);
  });

  test('while the box is sent goes into that box or the next one', async () => {
    const { id, idCaja } = await newStore(scene);
    await record(scene, { id_tienda: id });
    const [sent, ...recorded] = await Promise.all([
      scene.browsers[2].call('/enviarCaja', { id_caja: idCaja, id_tienda: id }),
      ...Array.from({ length: CROWD }, (_, index) =>
        scene.browsers[2].call('/enviarGasto', expenseForm(id, `ENTRE${index}`)),
      ),
    ]);
    // An expense that was recorded first has no receipt yet, so that the box cannot be sent.
    expect([200, 409, 422]).toContain(sent.status);
    expect(tally(recorded)).toEqual({ 200: CROWD });
    expect(await disorderOf(scene, id)).toEqual([]);
  });
});

describe('deleting an expense', () => {
  test('while the box is sent: either the deletion or the sending succeeds', async () => {
    const { id: id_tienda, idCaja } = await newStore(scene);
    const id_gasto = await record(scene, { id_tienda });
    const sends = Array.from({ length: CROWD / 2 }, () =>
      scene.browsers[2].call('/enviarCaja', { id_caja: idCaja, id_tienda }),
    );
    const removals = Array.from({ length: CROWD / 2 }, () =>
      scene.browsers[2].call('/eliminarGasto', { id_gasto, id_tienda }),
    );
    const [sent, removed] = await Promise.all([Promise.all(sends), Promise.all(removals)]);
    expect((tally(sent)[200] ?? 0) + (tally(removed)[200] ?? 0)).toBe(1);
    expect(await disorderOf(scene, id_tienda)).toEqual([]);
  });
});

describe('uploading a receipt', () => {
  const upload = (id_gasto: number, text: string) =>
    scene.browsers[2].upload(
      '/cargarSoporte',
      { id_gasto },
      { filename: 'recibo.pdf', bytes: pdf(text), type: 'application/pdf' },
    );

  test('with different files stores only the file that the expense refers to', async () => {
    const { id: id_tienda } = await newStore(scene);
    const id = await record(scene, { id_tienda }, { receipt: false });
    const answers = await crowd((index) => upload(id, `archivo ${index % 5}`));
    expect(tally(answers)).toEqual({ 200: CROWD });
    const { soporte, soporte_sha256 } = await expenseRow(scene, id);
    const stored = await Promise.all(
      Array.from({ length: 5 }, async (_, index) => {
        const sha256 = sha256Of(pdf(`archivo ${index}`));
        return (await scene.receipts.exists(sha256)) ? [sha256] : [];
      }),
    );
    expect(stored.flat()).toEqual([soporte_sha256]);
    const shown = await scene.browsers[2].get(`/documentos/soportes/${soporte}`);
    expect([shown.statusCode, shown.body.startsWith('%PDF-1.4')]).toEqual([200, true]);
    expect(await disorderOf(scene, id_tienda)).toEqual([]);
  });
});

describe('creating under one key', () => {
  const userForm = {
    tipo: 2,
    nombre: 'Ana Pérez',
    tipo_doc: 1,
    num_doc: '52000111',
    email: 'ana.perez@cajamenor.test',
    password: 'Fresno4821',
  };

  const storeForm = () => ({
    nombre: 'Tienda nueva',
    direccion: 'Calle 1',
    telefono: '6044441212',
    email: 'nueva@cajamenor.test',
    centro_costo: 'CC-9',
    centro_beneficio: 'CB-9',
    responsable: scene.people[2].id,
    gerente: scene.people[8].id,
    supervisor: scene.people[3].id,
    formato_tienda: 1,
    base: 1_000_000,
    ciudad: 5001,
  });

  const creations: [CallPath, keyof Database, () => object][] = [
    ['/registrarUsuario', 'usuarios', () => userForm],
    ['/crearEmpresa', 'empresas', () => ({ nombre: 'Envíos del Sur', zona: 5001 })],
    ['/agregarTienda', 'tiendas', storeForm],
  ];

  test.each(creations)('%s creates one row', async (path, table, form) => {
    const before = await rowsOf(table);
    const answers = await crowd(() =>
      scene.browsers[1].call(path, form(), { idempotencyKey: 'una-vez' }),
    );
    expect(tally(answers)).toEqual({ 200: CROWD });
    expect(bodiesOf(answers, 200)).toHaveLength(1);
    expect(await rowsOf(table)).toBe(before + 1);
  });

  test('gives a new store one open box', async () => {
    const { answer } = await scene.browsers[1].call('/agregarTienda', storeForm(), {
      idempotencyKey: 'una-vez',
    });
    expect(await disorderOf(scene, answer[0]?.id_tienda ?? 0)).toEqual([]);
  });

  test('ignores the password when it compares a repeated request', async () => {
    const stored = await scene.db
      .selectFrom('idempotencia')
      .select(['huella', 'respuesta'])
      .where('ruta', '=', '/registrarUsuario')
      .execute();
    const key = { idempotencyKey: 'una-vez' };
    const form = { ...userForm, password: 'Otra202612' };
    const again = await scene.browsers[1].call('/registrarUsuario', form, key);
    expect([stored.length, again.status]).toEqual([1, 200]);
    const { email, password } = form;
    expect((await scene.client().call('/auth/user', { email, password })).status).toBe(401);
  });

  test('registers a user once even without a key, and refuses the other copies', async () => {
    const form = { ...userForm, email: 'otra.ana@cajamenor.test', num_doc: '52000222' };
    const answers = await crowd(() => scene.browsers[1].call('/registrarUsuario', form));
    expect(tally(answers)).toEqual({ 200: 1, 422: CROWD - 1 });
    expect(new Set(answers.map(({ body }) => statusIn(body)))).toEqual(new Set(['200', '401']));
  });
});

const statusIn = (body: unknown): unknown => {
  const [first] = Array.isArray(body) ? body : [];
  return first?.status;
};
