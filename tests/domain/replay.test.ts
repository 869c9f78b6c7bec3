/** Replay of a log by the state machine: its steps, and the event that breaks it. */
import { describe, expect, test } from 'vitest';
import {
  BrokenLogError,
  firstStep,
  type PastEvent,
  replayLog,
  stepAfter,
} from '#machines/domain/history/replay.ts';
import { calendarOf, usualHours } from '#machines/domain/values/working-hours.ts';
import type { StageName } from '#machines/domain/stages/stages.ts';
import { seededRandom } from '#server/operate/demonstration/seeded-random.ts';
import {
  type Article,
  SimulatedBox,
  type Supplies,
} from '#server/operate/demonstration/simulated-box.ts';

const article: Article = {
  id_proveedor: 1,
  proveedor_nombre: 'Ferretería El Tornillo S.A.S.',
  concepto: 'Compra de la tienda',
  requiere_mantenimiento: 0,
  categoria: 1,
  pesos: [5_000, 250_000],
};

const supplies: Supplies = {
  company: { id: 1, nombre: 'Servientrega' },
  articles: [article, article, article, { ...article, requiere_mantenimiento: 1, categoria: 5 }],
  receipts: [
    {
      soporte_sha256: '0'.repeat(64),
      soporte_contenido: null,
      soporte_nombre: 'recibo.pdf',
      soporte_tipo: 'application/pdf',
      soporte_bytes: 12_345,
    },
  ],
  reasons: [{ id: 1, nombre: 'No corresponde' }],
};

/** A random closed box. */
function closedBox(seed: number) {
  const day = 86_400_000;
  const plan = {
    id: 1,
    id_tienda: 1,
    creada: 0,
    sent: 10 * day,
    hash: '',
    consecutivo: 7,
    firstExpense: 1,
    people: { store: 2, supervisor: 3, maintenance: 5, accounting: 6 },
    supplies,
    calendar: calendarOf(usualHours),
  };
  const box = new SimulatedBox(plan, seededRandom(seed), 10_000 * day);
  return { box, events: box.events as readonly PastEvent[] };
}

const seeds = Array.from({ length: 40 }, (_, index) => index + 1);

describe('a complete log', () => {
  test.each(seeds)('is replayed to the state of the box, step by step (seed %i)', (seed) => {
    const { box, events } = closedBox(seed);
    const { steps, broken } = replayLog(events);
    expect(broken).toBeNull();
    expect(steps.map(({ secuencia }) => secuencia)).toEqual(
      Array.from({ length: events.length + 1 }, (_, at) => at),
    );
    const { cajas: row } = box.rows();
    expect(steps.at(-1)).toMatchObject({
      active: 5,
      consecutivo: 7,
      total: row.total,
      total_aprobado: row.total_aprobado,
    });
    expect(steps.at(-1)?.expenses).toEqual(box.case.expenses);
  });

  test('has the same steps as each of its prefixes', () => {
    const { events } = closedBox(3);
    const { steps } = replayLog(events);
    for (let length = 0; length < events.length; length += 1)
      expect(replayLog(events.slice(0, length)).steps.at(-1)).toEqual(steps[length]);
    expect(firstStep.expenses.size).toBe(0);
  });
});

describe('a log that the state machine would not have written', () => {
  const { events } = closedBox(5);
  const place = (evento: string) => events.findIndex((event) => event.evento === evento);
  const changed = (index: number, changes: Partial<PastEvent>) =>
    events.map((event, at) => (at === index ? { ...event, ...changes } : event));

  test.each<[string, string, Partial<PastEvent>, string[], RegExp]>([
    ['another profile', 'BOX.SEND', { perfil: 3 }, ['actorIsStore'], /las reglas lo rechazan/],
    [
      'another event',
      'BOX.SEND',
      { evento: 'BOX.SEND_FINAL' },
      ['stateAllows'],
      /las reglas lo rechazan/,
    ],
    ['another end', 'BOX.SEND', { hacia: 'closed' }, [], /llevan de open a supervision/],
    ['another beginning', 'BOX.SEND', { desde: 'closed' }, [], /llevan de open a supervision/],
    ['an expense that is not there', 'EXPENSE.ATTACH_SUPPORT', { id_gasto: 99 }, [], /no está/],
    ['no facts', 'EXPENSE.RECORD', { payload: '{"cambios":{}}' }, [], /no trae los hechos/],
    ['no JSON', 'BOX.SEND', { payload: 'x' }, [], /no se puede leer/],
  ])('with %s breaks at that event', (_, evento, changes, guardias, reason) => {
    const at = place(evento);
    const { steps, broken } = replayLog(changed(at, changes));
    expect(steps.length).toBe(at + 1);
    expect(broken).toMatchObject({ secuencia: at + 1, guardias });
    expect(broken?.reason).toMatch(reason);
    expect(broken?.evento).toBe(changes.evento ?? evento);
  });

  test('makes a single step throw', () => {
    const first = events[0];
    if (first === undefined) throw new Error('no event');
    expect(() => stepAfter(firstStep, { ...first, perfil: 8 })).toThrow(BrokenLogError);
  });
});

describe('a consequence of a send', () => {
  const { events } = closedBox(5);
  const at = events.findIndex(({ evento }) => evento === 'BOX.SHIPPED');
  const broken = (log: readonly PastEvent[]) => replayLog(log).broken;

  test('must have its row right after the send', () => {
    expect(events[at - 1]?.evento).toBe('BOX.SHIP');
    expect(replayLog(events.slice(0, at)).steps.at(-1)?.following.length).toBeGreaterThan(0);
    expect(broken(events.slice(0, at))).toMatchObject({
      secuencia: at,
      reason: 'falta lo que sigue de este envío',
    });
    expect(broken(events.toSpliced(at, 1))).toMatchObject({
      reason: 'falta lo que sigue del envío anterior',
    });
  });

  test.each<[string, Partial<PastEvent>, RegExp]>([
    ['somebody else', { id_actor: 99 }, /falta lo que sigue/],
    ['another profile', { perfil: 6 }, /falta lo que sigue/],
    ['another expense', { id_gasto: 99 }, /falta lo que sigue/],
    [
      'another end',
      { hacia: 'finalApproved' },
      /llevan de accountingApproved a supervisorApproved/,
    ],
  ])('cannot be a row of %s', (_, changes, reason) => {
    const forged = events.map((event, index) => (index === at ? { ...event, ...changes } : event));
    expect(broken(forged)).toMatchObject({ secuencia: at + 1, guardias: [] });
    expect(broken(forged)?.reason).toMatch(reason);
  });

  test('is refused without a send', () => {
    const again = events[at];
    if (again === undefined) throw new Error('no event');
    expect(broken(events.toSpliced(at - 1, 0, again))).toMatchObject({ guardias: ['stateAllows'] });
  });
});

test('the simulated boxes reach every stage', () => {
  const stages: Record<StageName, RegExp> = {
    supervisor: /^SUPERVISOR/,
    maintenance: /^MAINTENANCE/,
    accounting: /^ACCOUNTING/,
    final: /^FINAL/,
  };
  const events = seeds.flatMap((seed) => closedBox(seed).events.map(({ evento }) => evento));
  for (const pattern of Object.values(stages))
    expect(events.some((evento) => pattern.test(evento))).toBe(true);
  expect(events).toContain('EXPENSE.REMOVE');
});
