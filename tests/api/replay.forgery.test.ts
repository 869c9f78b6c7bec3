/**
 * A forger with write access to the database, triggers included, changes the log, a fund or a file: what
 * the audit finds, and what only a head stored elsewhere reveals.
 */
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { auditEverything } from '#server/operate/audit/audit-everything.ts';
import { type EventRow, eventHash } from '#server/features/cases/event.repository.ts';
import type { NewRow } from '#server/platform/database/schema.ts';
import { spoilFile } from '#tests/kit/stored-files.ts';
import { boxRow, eventsOf, expenseRow } from '#tests/kit/box-rows.ts';
import { categories, record, startScene } from '#tests/kit/box-scene.ts';
import { boxIn, newStore, type StagedBox } from '#tests/kit/box-stages.ts';
import { testEngine } from '#tests/kit/environment.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);
let box: StagedBox;
let events: EventRow[];
beforeAll(async () => {
  box = await boxIn(scene, 'closed', [{}, { categoria: [categories.maintenance] }]);
  events = await eventsOf(scene, box.id);
  const lift = {
    sqlite: ['drop trigger evento_no_update', 'drop trigger evento_no_delete'],
    postgres: ['alter table evento disable trigger all'],
  }[testEngine()];
  for (const statement of lift) await sql.raw(statement).execute(scene.db);
});

async function audit(head?: Awaited<ReturnType<typeof auditEverything>>['head']) {
  const said: string[] = [];
  const audited = await auditEverything(scene, (line) => said.push(line), { head: head ?? null });
  expect(audited.differences + audited.derived).toBe(said.length);
  return { said, head: audited.head };
}

const writeLog = async (idCaja: number, rows: readonly NewRow<'evento'>[]): Promise<void> => {
  await scene.db.deleteFrom('evento').where('id_caja', '=', idCaja).execute();
  if (rows.length > 0) await scene.db.insertInto('evento').values(rows).execute();
};

/** The log with all hashes recomputed, as a careful forger would do. */
function rehashed(rows: readonly EventRow[]): EventRow[] {
  let hash_previo = '';
  return rows.map((row, index) => {
    const linked = { ...row, secuencia: index + 1, hash_previo };
    hash_previo = eventHash(linked);
    return { ...linked, hash: hash_previo };
  });
}

const at = (index: number): EventRow => {
  const event = events.at(index);
  if (event === undefined) throw new RangeError(`there is no event ${index}`);
  return event;
};
const altered = (index: number, changes: Partial<EventRow>): EventRow[] =>
  events.map((event, place) => (place === index ? { ...event, ...changes } : event));
/** Drops the key, so that the database assigns a free one. */
const added = ({ id: _id, ...event }: EventRow): NewRow<'evento'> => event;

/** Key and position columns, which other tests below alter. */
const places = { id: 0, id_caja: 0, secuencia: 0, hash_previo: '' };

describe('a log changed in the database', () => {
  afterEach(() => writeLog(box.id, events));

  const columns = {
    id_gasto: 99,
    evento: 'SUPERVISOR.REJECT',
    desde: 'x',
    hacia: 'x',
    id_actor: 1,
    perfil: 1,
    instante: 5,
    version_maquina: '0',
    payload: '{"cambios":{}}',
    hash: 'x',
    id_tienda: 1,
    ingreso: 'clave_totp',
    version_hash: 3,
  } satisfies Record<Exclude<keyof EventRow, keyof typeof places>, unknown>;

  test.each(Object.entries(columns))(
    'an altered %s of an event is found',
    async (column, value) => {
      await writeLog(box.id, altered(5, { [column]: value }));
      const [first] = (await audit()).said;
      expect(first).toBe(`caja ${box.id}: registro roto, evento 6: fue alterado`);
    },
  );

  const swapped = () =>
    altered(4, { ...at(5), id: at(4).id, secuencia: 5 }).map((event, place) =>
      place === 5 ? { ...at(4), id: at(5).id, secuencia: 6 } : event,
    );

  test.each([
    ['its first event deleted', () => events.slice(1), /evento 2: falta el evento anterior/],
    [
      'an event in the middle deleted',
      () => events.filter((_, place) => place !== 6),
      /evento 8: falta el evento anterior/,
    ],
    [
      'an event in the middle deleted and the numbers closed up',
      () =>
        events
          .filter((_, place) => place !== 6)
          .map((event, place) => ({ ...event, secuencia: place + 1 })),
      /evento 7: no sigue al evento anterior/,
    ],
    ['two events swapped', swapped, /evento 5: no sigue al evento anterior/],
    [
      'an event twice',
      () => [...events, added({ ...at(-1), secuencia: events.length + 1 })],
      /no sigue al evento anterior/,
    ],
  ])('%s is found', async (_, rows, reason) => {
    await writeLog(box.id, rows());
    const { said } = await audit();
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(reason);
    expect(said[0]).toContain(`caja ${box.id}: registro roto`);
  });

  test('an added event with valid hashes is refused by the state machine or differs from the rows', async () => {
    const late = rehashed([...events, { ...at(5), id: 0 }]).map((event) =>
      event.id === 0 ? added(event) : event,
    );
    await writeLog(box.id, late);
    expect((await audit()).said.join()).toMatch(
      /registro roto, evento \d+: las reglas lo rechazan/,
    );
    const open = await newStore(scene);
    const id = await record(scene, { id_tienda: open.id });
    const own = await eventsOf(scene, open.idCaja);
    const again = rehashed([...own, { ...(own[1] ?? at(0)), id: 0 }]).map((event) =>
      event.id === 0 ? added(event) : event,
    );
    await writeLog(open.idCaja, again);
    expect((await audit()).said.join()).toMatch(
      new RegExp(`caja ${open.idCaja}: version es 2, el registro dice 3.*gasto ${id}: version`),
    );
    await writeLog(open.idCaja, own);
  });

  test('an event with a lower key than the previous one is found despite valid hashes', async () => {
    await writeLog(box.id, rehashed(altered(5, { id: 0 })));
    expect((await audit()).said[0]).toBe(
      `caja ${box.id}: registro roto, evento 6: su llave es menor que la del anterior`,
    );
  });

  test('an event that claims an earlier version of the rules is found despite valid hashes', async () => {
    await writeLog(box.id, rehashed(altered(5, { version_maquina: '1' })));
    expect((await audit()).said[0]).toBe(
      `caja ${box.id}: registro roto, evento 6: dice la versión 1 de las reglas, el evento anterior la ${at(4).version_maquina}`,
    );
  });

  test('a truncated end is found by the row of the box', async () => {
    await writeLog(box.id, events.slice(0, -1));
    const { said } = await audit();
    expect(said).toEqual(
      expect.arrayContaining([
        `caja ${box.id}: active es 5, el registro dice 4`,
        `caja ${box.id}: version es ${events.length}, el registro dice ${events.length - 1}`,
        expect.stringMatching(`caja ${box.id}: hash es «[0-9a-f]{64}», el registro dice «`),
      ]),
    );
  });

  test('another actor with valid hashes is found by the row of the box', async () => {
    await writeLog(box.id, rehashed(altered(0, { id_actor: scene.people[4].id, perfil: 4 })));
    expect((await audit()).said.join()).toContain(`caja ${box.id}: hash es `);
  });
});

describe('a history rewritten in both rows and log', () => {
  test('is found only by a head that was stored before', async () => {
    const { head, said } = await audit();
    expect(said).toEqual([]);
    const before = await boxRow(scene, box.id);
    const forged = rehashed(altered(events.length - 1, { instante: at(-1).instante + 1 }));
    const { hash = '', instante = 0 } = forged.at(-1) ?? {};
    const change = { hash, fecha_movimiento: instante };
    await writeLog(box.id, forged);
    await scene.db.updateTable('cajas').set(change).where('id', '=', box.id).execute();
    const closedAt = (cierre: number) =>
      scene.db.updateTable('caso_cerrado').set({ cierre }).where('id_caja', '=', box.id).execute();
    await closedAt(instante);
    expect((await audit()).said).toEqual([]);
    expect((await audit(head)).said).toEqual([
      `registro: hasta el evento ${head.event} no es el de la cabeza dada, algo se cambió o se borró`,
    ]);
    const { fecha_movimiento } = before;
    await scene.db
      .updateTable('cajas')
      .set({ hash: before.hash, fecha_movimiento })
      .where('id', '=', box.id)
      .execute();
    await writeLog(box.id, events);
    await closedAt(fecha_movimiento);
    expect((await audit(head)).said).toEqual([]);
  });

  test('under an earlier version of the rules is found by the events of other boxes', async () => {
    const { id, id_tienda } = await boxIn(scene, 'supervision');
    const own = await eventsOf(scene, id);
    const forged = rehashed(own.map((event) => ({ ...event, version_maquina: '1' })));
    const setHash = (hash: string) =>
      scene.db.updateTable('cajas').set({ hash }).where('id_tienda', '=', id_tienda).execute();
    await writeLog(id, forged);
    await setHash(forged.at(-1)?.hash ?? '');
    const last = forged.at(-1)?.id ?? 0;
    const first = Math.min(...events.map((event) => event.id));
    expect((await audit()).said).toEqual([
      `registro: el evento ${last} dice la versión 1 de las reglas, y el evento ${first}, anterior, la ${at(0).version_maquina}`,
    ]);
    await writeLog(id, own);
    await setHash(own.at(-1)?.hash ?? '');
    expect((await audit()).said).toEqual([]);
  });

  test('a stored head stays valid while the log grows', async () => {
    const { head } = await audit();
    await boxIn(scene, 'supervision');
    const later = await audit(head);
    expect(later.said).toEqual([]);
    expect(later.head.event).toBeGreaterThan(head.event);
  });
});

describe('a store changed outside the program', () => {
  test('with boxes swapped with another store is reported', async () => {
    const [one, other] = [await boxIn(scene, 'supervision'), await boxIn(scene, 'supervision')];
    const give = (id: number, id_tienda: number) =>
      scene.db.updateTable('cajas').set({ id_tienda }).where('id', '=', id).execute();
    const swap = async (first: number, second: number) => {
      await scene.db
        .updateTable('cajas')
        .set({ consecutivo: 9 })
        .where('id', '=', one.id)
        .execute();
      await give(one.id, second);
      await give(other.id, first);
      await scene.db
        .updateTable('cajas')
        .set({ consecutivo: 1 })
        .where('id', '=', one.id)
        .execute();
    };
    await swap(one.id_tienda, other.id_tienda);
    const { said } = await audit();
    expect(said).toContain(
      `caja ${one.id}: id_tienda es ${other.id_tienda}, el registro dice ${one.id_tienda}`,
    );
    expect(said).toContain(
      `caja ${other.id}: id_tienda es ${one.id_tienda}, el registro dice ${other.id_tienda}`,
    );
    await swap(other.id_tienda, one.id_tienda);
    expect((await audit()).said).toEqual([]);
  });

  test('has a chain from each box to the next one, also to one without events', async () => {
    const { id_tienda } = await boxIn(scene, 'supervision');
    const next = scene.db.updateTable('cajas').where('id_tienda', '=', id_tienda);
    const open = await scene.db
      .selectFrom('cajas')
      .selectAll()
      .where('id_tienda', '=', id_tienda)
      .where('active', '=', 0)
      .executeTakeFirstOrThrow();
    expect(open.hash).toMatch(/^[\da-f]{64}$/);
    await next.set({ hash: '' }).where('id', '=', open.id).execute();
    expect((await audit()).said).toEqual([
      `caja ${open.id}: no sigue a la caja que la tienda envió antes`,
    ]);
    await next.set({ hash: open.hash }).where('id', '=', open.id).execute();
  });

  test('with another total of a box is reported with the changed fund', async () => {
    const sent = await boxIn(scene, 'supervision');
    const set = (total: number) =>
      scene.db.updateTable('cajas').set({ total }).where('id', '=', sent.id).execute();
    await set(1);
    const fund = `tienda ${sent.id_tienda}, fondo:`;
    expect((await audit()).said).toEqual([
      `caja ${sent.id}: total es 1, el registro dice 1250000`,
      `${fund} enProceso es 1, el registro dice 1250000`,
      `${fund} reembolso es 1, el registro dice 1250000`,
      `${fund} disponible es 99999999, el registro dice 98750000`,
      `${fund} porcentaje es 100, el registro dice 98.75`,
    ]);
    await set(12_500_00);
  });

  test('with another last number or another date of a box is reported', async () => {
    const { id_tienda: id } = box;
    const store = scene.db.updateTable('tiendas').where('id', '=', id);
    await store.set({ ultimo_consecutivo: 9 }).execute();
    const { id: next } = await scene.db
      .selectFrom('cajas')
      .select('id')
      .where('id_tienda', '=', id)
      .where('active', '=', 0)
      .executeTakeFirstOrThrow();
    const row = await boxRow(scene, next);
    const dates = scene.db.updateTable('cajas').where('id', '=', next);
    await dates.set({ fecha: '2020-01-01' }).execute();
    expect((await audit()).said).toEqual([
      `tienda ${id}: ultimo_consecutivo es 9, el registro dice 1`,
      `caja ${next}: fecha es «2020-01-01», el registro dice «${row.fecha}»`,
    ]);
    await store.set({ ultimo_consecutivo: 1 }).execute();
    await dates.set({ fecha: row.fecha }).execute();
  });
});

test('a missing or altered file is reported with its expense', async () => {
  const [changed = 0, gone = 0] = box.expenses;
  const shaOf = async (id: number) => (await expenseRow(scene, id)).soporte_sha256 ?? '';
  const [one, other] = [await shaOf(changed), await shaOf(gone)];
  await spoilFile(scene, one, 'otra cosa');
  await scene.receipts.remove(other);
  expect((await audit()).said).toEqual([
    `gasto ${changed}: su archivo ${one} tiene otro contenido`,
    `gasto ${gone}: falta su archivo ${other}`,
  ]);
});
