/** Whoever changes a row or an event beside the program is found out. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventRow } from '#server/repositories/event.repository.ts';
import { eventHash } from '#server/repositories/event.repository.ts';
import { BrokenLogError, replay } from '#server/workflow/replay.ts';
import { auditOf, boxRow, eventsOf } from '#tests/kit/box-rows.ts';
import { categories, must, record, type Scene, startScene } from '#tests/kit/box-scene.ts';
import { boxIn, newStore, type StagedBox } from '#tests/kit/box-stages.ts';

let scene: Scene;
let box: StagedBox;
let events: EventRow[];
beforeAll(async () => {
  scene = await startScene();
  box = await boxIn(scene, 'closed', [{}, { categoria: [categories.maintenance] }]);
  events = await eventsOf(scene, box.id);
});
afterAll(() => scene.close());

describe('the replay of a box', () => {
  test('tells state, number, totals and expenses', async () => {
    const told = replay(events);
    const row = await boxRow(scene, box.id);
    expect(told).toMatchObject({
      active: 5,
      consecutivo: 1,
      total: 25_000_00,
      total_aprobado: 25_000_00,
      version: row.version,
      hash: row.hash,
    });
    expect([...told.expenses].map(([id, { estado }]) => [id, estado])).toEqual(
      box.expenses.map((id) => [id, 15]),
    );
  });

  test('of a box without events is an open box', async () => {
    expect(replay([])).toMatchObject({ active: 0, version: 0, hash: '', total: 0 });
    const { idCaja } = await newStore(scene);
    expect(await auditOf(scene, idCaja)).toEqual([]);
  });

  test('knows that an expense was removed', async () => {
    const open = await boxIn(scene, 'open', [{}, {}]);
    const [removed = 0, kept = 0] = open.expenses;
    const { id_tienda } = open;
    await must(scene.browsers[2], '/eliminarGasto', { id_gasto: removed, id_tienda });
    expect([...replay(await eventsOf(scene, open.id)).expenses.keys()]).toEqual([kept]);
    expect(await auditOf(scene, open.id)).toEqual([]);
  });
});

/** The events with one of them altered, and every hash made anew as a careful forger would. */
function forged(index: number, changes: Partial<EventRow>): EventRow[] {
  let hash_previo = '';
  return events.map((event, position) => {
    const altered = { ...event, hash_previo, ...(position === index && changes) };
    hash_previo = eventHash(altered);
    return { ...altered, hash: hash_previo };
  });
}

describe('a log that was altered', () => {
  const without = (index: number) => events.filter((_, position) => position !== index);
  const altered = (index: number, changes: Partial<EventRow>) =>
    events.map((event, position) => (position === index ? { ...event, ...changes } : event));
  const indexOf = (evento: string) => events.findIndex((event) => event.evento === evento);

  test.each([
    ['an event is missing', () => without(3), /falta el evento anterior/],
    ['another actor', () => altered(4, { id_actor: 1 }), /fue alterado/],
    ['another amount', () => altered(0, { payload: '{}' }), /fue alterado/],
    ['a hash of its own', () => altered(4, { hash_previo: 'x' }), /no sigue al evento anterior/],
    [
      'a forged decision of somebody who may not take it',
      () => forged(indexOf('SUPERVISOR.APPROVE'), { perfil: 7 }),
      /la ley lo rechaza: actorIsSupervisor/,
    ],
    [
      'a forged destination',
      () => forged(indexOf('BOX.SEND_FINAL'), { hacia: 'preliminary' }),
      /la ley lleva de finalAccounting a closed/,
    ],
  ] as const)('%s', (_, make, reason) => {
    expect(() => replay(make())).toThrow(BrokenLogError);
    expect(() => replay(make())).toThrow(reason);
  });
});

describe('a row that was altered', () => {
  test.each([
    ['total_aprobado', 1],
    ['active', 4],
    ['consecutivo', 77],
    ['hash', 'x'],
  ] as const)('%s of the box', async (column, value) => {
    const other = await boxIn(scene, 'closed');
    expect(await auditOf(scene, other.id)).toEqual([]);
    const changes = { [column]: value };
    await scene.db.updateTable('cajas').set(changes).where('id', '=', other.id).execute();
    const [difference, ...more] = await auditOf(scene, other.id);
    expect(difference).toContain(`${column} es ${value}, el registro dice`);
    expect(more).toEqual([]);
  });

  test.each([
    ['estado', 16],
    ['valor', 99_00],
    ['reembolsar', 1_00],
  ] as const)('%s of an expense', async (column, value) => {
    const other = await boxIn(scene, 'closed');
    const [id = 0] = other.expenses;
    await scene.db
      .updateTable('gastos')
      .set({ [column]: value })
      .where('id', '=', id)
      .execute();
    expect((await auditOf(scene, other.id)).join()).toContain(`gasto ${id}`);
  });

  test('an expense that came or went beside the program', async () => {
    const other = await boxIn(scene, 'open', [{}]);
    const stranger = await boxIn(scene, 'open', [{}]);
    const [id = 0] = stranger.expenses;
    await scene.db.updateTable('gastos').set({ id_caja: other.id }).where('id', '=', id).execute();
    expect((await auditOf(scene, other.id)).join()).toContain(
      'está en la caja y no en el registro',
    );
    expect((await auditOf(scene, stranger.id)).join()).toContain(
      'está en el registro y no en la caja',
    );
  });

  test('the end of a log that was cut off', async () => {
    const { id: id_tienda, idCaja } = await newStore(scene);
    await record(scene, { id_tienda }, { support: false });
    const { hash, version } = await boxRow(scene, idCaja);
    await record(scene, { id_tienda }, { support: false });
    const short = replay((await eventsOf(scene, idCaja)).slice(0, 1));
    expect([short.hash, short.version]).toEqual([hash, version]);
    expect((await boxRow(scene, idCaja)).hash).not.toBe(short.hash);
  });
});
