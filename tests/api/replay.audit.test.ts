/** The audit of a box finds rows and events that were changed outside the program. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type EventRow, eventHash } from '#server/features/cases/event.repository.ts';
import { shown } from '#server/features/cases/audit.ts';
import {
  type ProjectedBox,
  type ProjectedExpense,
  replayVerified,
} from '#server/features/cases/project-rows.ts';
import { auditOf, boxRow, eventsOf } from '#tests/kit/box-rows.ts';
import { categories, must, startScene } from '#tests/kit/box-scene.ts';
import { boxIn, newStore, type StagedBox } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);
let box: StagedBox;
let events: EventRow[];
beforeAll(async () => {
  box = await boxIn(scene, 'closed', [{}, { categoria: [categories.maintenance] }]);
  events = await eventsOf(scene, box.id);
});

describe('the replay of a box', () => {
  test('yields state, number, totals and expenses', async () => {
    const { projected, broken } = replayVerified(events);
    expect(broken).toEqual([]);
    const row = await boxRow(scene, box.id);
    expect(projected).toMatchObject({
      active: 5,
      consecutivo: 1,
      total: 25_000_00,
      total_aprobado: 25_000_00,
      version: row.version,
      hash: row.hash,
    });
    expect([...projected.expenses].map(([id, { estado }]) => [id, estado])).toEqual(
      box.expenses.map((id) => [id, 15]),
    );
  });

  test('without events yields an open box', async () => {
    expect(replayVerified([]).projected).toMatchObject({
      active: 0,
      version: 0,
      hash: '',
      total: 0,
    });
    const { idCaja } = await newStore(scene);
    expect(await auditOf(scene, idCaja)).toEqual([]);
  });

  test('omits a removed expense', async () => {
    const open = await boxIn(scene, 'open', [{}, {}]);
    const [removed = 0, stored = 0] = open.expenses;
    const { id_tienda } = open;
    await must(scene.browsers[2], '/eliminarGasto', { id_gasto: removed, id_tienda });
    expect([...replayVerified(await eventsOf(scene, open.id)).projected.expenses.keys()]).toEqual([
      stored,
    ]);
    expect(await auditOf(scene, open.id)).toEqual([]);
  });
});

/** The events with all hashes recomputed, as a careful forger would do. */
function rehashed(rows: readonly EventRow[]): EventRow[] {
  let hash_previo = '';
  return rows.map((event, position) => {
    const linked = { ...event, hash_previo, secuencia: position + 1 };
    hash_previo = eventHash(linked);
    return { ...linked, hash: hash_previo };
  });
}

describe('an altered log', () => {
  const without = (index: number) => events.filter((_, position) => position !== index);
  const altered = (index: number, changes: Partial<EventRow>, rows = events) =>
    rows.map((event, position) => (position === index ? { ...event, ...changes } : event));
  const forged = (index: number, changes: Partial<EventRow>) => rehashed(altered(index, changes));
  const indexOf = (evento: string) => events.findIndex((event) => event.evento === evento);
  const approvedAgain = () => {
    const place = indexOf('BOX.SHIP');
    const again = events.slice(indexOf('SUPERVISOR.APPROVE')).slice(0, 1);
    return rehashed([...events.slice(0, place), ...again, ...events.slice(place)]);
  };

  test.each([
    ['an event is missing', () => without(3), /falta el evento anterior/],
    ['another actor', () => altered(4, { id_actor: 1 }), /fue alterado/],
    ['another amount', () => altered(0, { payload: '{}' }), /fue alterado/],
    ['a hash of its own', () => altered(4, { hash_previo: 'x' }), /no sigue al evento anterior/],
    [
      'a forged decision of somebody who may not take it',
      () => forged(indexOf('SUPERVISOR.APPROVE'), { perfil: 7 }),
      /las reglas lo rechazan: actorIsSupervisor/,
    ],
    [
      'a decision of another profile, whose hash was not made anew',
      () => altered(indexOf('SUPERVISOR.APPROVE'), { perfil: 6 }),
      /las reglas lo rechazan: actorIsSupervisor/,
    ],
    [
      'a forged decision of who recorded the expense',
      () => forged(indexOf('FINAL.APPROVE'), { id_actor: events[0]?.id_actor ?? 0 }),
      /las reglas lo rechazan: actorDidNotRecord/,
    ],
    ['an approval put in', approvedAgain, /las reglas lo rechazan: stateAllows/],
    [
      'an approval taken out',
      () => rehashed(without(indexOf('ACCOUNTING.APPROVE'))),
      /las reglas lo rechazan: accountingMarkedEveryExpense/,
    ],
    [
      'a forged event that nobody can read',
      () => forged(indexOf('BOX.SHIP'), { payload: '{"cambios":{}}' }),
      /no se puede leer/,
    ],
    [
      'a forged destination',
      () => forged(indexOf('BOX.SEND_FINAL'), { hacia: 'preliminary' }),
      /las reglas llevan de finalAccounting a closed/,
    ],
  ] as const)('%s', (_, make, reason) => {
    expect(replayVerified(make()).broken.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(reason),
    );
  });

  test('is found where the chain breaks and where the state machine refuses an event', () => {
    const [first, second] = [indexOf('BOX.SEND'), indexOf('BOX.SEND_FINAL')];
    const rows = altered(second, { perfil: 2 }, altered(first, { instante: 5 }));
    const { broken } = replayVerified(rows);
    expect(broken.map(({ secuencia }) => secuencia)).toEqual([first + 1, second + 1]);
    expect(broken.map(({ message }) => message).join()).toMatch(/fue alterado.*actorIsAccounting/);
  });
});

/** Another value for each column that the log determines, of a box and of an expense that passed all stages. */
const otherValues = {
  cajas: () => ({
    active: 4,
    version: 99,
    hash: 'x',
    consecutivo: 77,
    id_responsable: scene.people[4].id,
    total: 1,
    total_aprobado: 1,
    por_decidir: 1,
    id_empresa: scene.companies.local,
    codigo_soporte: 'OTRA',
    fecha_movimiento: 5,
    fecha_contabilidad: 5,
    paso_mantenimiento: 0,
    seguida: 0,
    giro: 'girado',
    retenido: 5,
    por_girar: 5,
    a_cargo: 5,
    trasladado: 5,
    papeles: 5,
  }),
  gastos: () => ({
    fecha_gasto: '2026-01-01',
    id_proveedor: scene.suppliers.occasional,
    proveedor_nombre: 'Otro',
    recibo: 'OTRO',
    recibo_normalizado: 'OTRO9',
    categorias_propias: '[16]',
    soporte_contenido: 'cd'.repeat(32),
    valor: 99_00,
    cambio: 5,
    concepto: 'Otro',
    factura_elec: 1,
    numero_factura: 'OTRA',
    factura_normalizada: 'OTRA9',
    enlace_factura: 'https://otra.test',
    data_factura: '[{}]',
    soporte: 'otro.pdf',
    soporte_sha256: 'ab'.repeat(32),
    soporte_nombre: 'otro.pdf',
    soporte_tipo: 'image/png',
    soporte_bytes: 1,
    estado: 16,
    item: 0,
    item_texto: 'Otro',
    informe_novedad: 'Otra',
    requiere_mantenimiento: 0,
    encargado: 'Otro',
    id_usuario: scene.people[4].id,
    reembolsar: 1_00,
    indicador: 2,
    tipo_persona: 'PN',
    correccion: '{}',
    origen: 1,
    saldado: 5,
    version: 99,
    creado: 5,
    ...stageValues('supervisor'),
    ...stageValues('mantenimiento'),
    ...stageValues('contabilidad'),
    ...stageValues('contabilidad_dos'),
  }),
} satisfies {
  cajas: () => Record<keyof ProjectedBox, unknown>;
  gastos: () => Record<Exclude<keyof ProjectedExpense, 'id_caja'>, unknown>;
};

const stageValues = <Stage extends string>(stage: Stage) =>
  ({
    [`id_rechazo_${stage}`]: 2,
    [`obs_${stage}`]: 'Otra',
    [`fecha_${stage}`]: 5,
    [`id_usuario_${stage}`]: scene.people[4].id,
    [`estado_${stage}`]: 16,
  }) as Record<
    | `id_rechazo_${Stage}`
    | `obs_${Stage}`
    | `fecha_${Stage}`
    | `id_usuario_${Stage}`
    | `estado_${Stage}`,
    unknown
  >;

/** Returns the differences while a column of a row has another value, then restores the column. */
async function whileAltered(
  table: 'cajas' | 'gastos' | 'gasto_categoria',
  id: number,
  [column, value]: [string, unknown],
): Promise<string[]> {
  const rows = scene.db.selectFrom(table).selectAll().where('id', '=', id);
  const before = Object.entries(await rows.executeTakeFirstOrThrow());
  const own = Object.fromEntries(before.filter(([name]) => name === column));
  const set = (changes: object) =>
    scene.db.updateTable(table).set(changes).where('id', '=', id).execute();
  await set({ [column]: value });
  const differences = await auditOf(scene, box.id);
  await set(own);
  return differences;
}

describe('an altered row', () => {
  test('of a box is reported with its column, for every column', async () => {
    for (const altered of Object.entries(otherValues.cajas())) {
      const [difference, ...more] = await whileAltered('cajas', box.id, altered);
      expect(difference).toContain(
        `caja ${box.id}: ${altered[0]} es ${shown(altered[1])}, el registro dice `,
      );
      expect(more).toEqual([]);
    }
    expect(await auditOf(scene, box.id)).toEqual([]);
  });

  test('of an expense is reported with its column, for every column', async () => {
    const [, id = 0] = box.expenses;
    for (const altered of Object.entries(otherValues.gastos())) {
      const [difference, ...more] = await whileAltered('gastos', id, altered);
      expect(difference).toContain(
        `gasto ${id}: ${altered[0]} es ${shown(altered[1])}, el registro dice `,
      );
      expect(more).toEqual([]);
    }
    expect(await auditOf(scene, box.id)).toEqual([]);
  });

  test('of a split is reported with its position and column', async () => {
    const [id = 0] = box.expenses;
    const row = await scene.db
      .selectFrom('gasto_categoria')
      .selectAll()
      .where('id_gasto', '=', id)
      .executeTakeFirstOrThrow();
    for (const altered of Object.entries({
      id_categoria: 2,
      valor_item: 1,
      iva_item: 2,
      agregada: 1,
      orden: 1,
    }))
      expect(await whileAltered('gasto_categoria', row.id, altered)).toEqual([
        expect.stringContaining(`gasto ${id}, categoría 1: ${altered[0]} es ${altered[1]}, `),
      ]);
    const { id: _key, ...copy } = { ...row, orden: 1 };
    await scene.db.insertInto('gasto_categoria').values(copy).execute();
    expect(await auditOf(scene, box.id)).toEqual([
      `gasto ${id}, categoría 2: está en el gasto y no en el registro`,
    ]);
    await scene.db.deleteFrom('gasto_categoria').where('id_gasto', '=', id).execute();
    expect(await auditOf(scene, box.id)).toEqual([
      `gasto ${id}, categoría 1: está en el registro y no en el gasto`,
    ]);
    await scene.db.insertInto('gasto_categoria').values(row).execute();
  });

  test('of an expense moved to another box is reported for both boxes', async () => {
    const other = await boxIn(scene, 'open', [{}]);
    const outsider = await boxIn(scene, 'open', [{}]);
    const [id = 0] = outsider.expenses;
    await scene.db.updateTable('gastos').set({ id_caja: other.id }).where('id', '=', id).execute();
    expect((await auditOf(scene, other.id)).join()).toContain(
      'está en la caja y no en el registro',
    );
    expect((await auditOf(scene, outsider.id)).join()).toContain(
      'está en el registro y no en la caja',
    );
  });
});
