/** A log through the law: where it leads, and where it breaks. */
import { describe, expect, test } from 'vitest';
import {
  BrokenLogError,
  firstStep,
  type PastEvent,
  replayLog,
  stepAfter,
} from '#machines/domain/replay.ts';
import type { StageName } from '#machines/domain/stages.ts';
import { seededRandom } from '#server/database/demo-data/seeded-random.ts';
import { PastLife } from '#tests/kit/past-life.ts';

const world = {
  supplier: 1,
  company: { id: 1, nombre: 'Servientrega' },
  categories: { plain: 1, maintenance: 5 },
  reasons: [1, 2] as const satisfies readonly [number, ...number[]],
  tax: 1,
  documentClass: 1,
};

/** A box that went all the way, drawn by lot. */
function life(seed: number) {
  let expenses = 0;
  const day = 86_400_000;
  const plan = {
    id: 1,
    opened: 0,
    sent: 10 * day,
    now: 10_000 * day,
    consecutivo: 7,
    people: { store: 2, supervisor: 3, maintenance: 5, accounting: 6 },
  };
  const box = new PastLife(plan, world, seededRandom(seed)).live(() => {
    expenses += 1;
    return expenses;
  });
  return { box, events: box.events as readonly PastEvent[] };
}

const seeds = Array.from({ length: 40 }, (_, index) => index + 1);

describe('a whole log', () => {
  test.each(seeds)('leads where the box is, step by step (%i)', (seed) => {
    const { box, events } = life(seed);
    const { steps, broken } = replayLog(events);
    expect(broken).toBeNull();
    expect(steps.map(({ secuencia }) => secuencia)).toEqual(
      Array.from({ length: events.length + 1 }, (_, at) => at),
    );
    const { box: row } = box.rows();
    expect(steps.at(-1)).toMatchObject({
      active: 5,
      consecutivo: 7,
      total: row.total,
      total_aprobado: row.total_aprobado,
    });
    expect(steps.at(-1)?.expenses).toEqual(box.expenses);
  });

  test('changes no step that was there before', () => {
    const { events } = life(3);
    const { steps } = replayLog(events);
    for (let length = 0; length < events.length; length += 1)
      expect(replayLog(events.slice(0, length)).steps.at(-1)).toEqual(steps[length]);
    expect(firstStep.expenses.size).toBe(0);
  });
});

describe('a log that the law would not have written', () => {
  const { events } = life(5);
  const place = (evento: string) => events.findIndex((event) => event.evento === evento);
  const changed = (index: number, changes: Partial<PastEvent>) =>
    events.map((event, at) => (at === index ? { ...event, ...changes } : event));

  test.each<[string, string, Partial<PastEvent>, string[], RegExp]>([
    ['another profile', 'BOX.SEND', { perfil: 3 }, ['actorIsStore'], /la ley lo rechaza/],
    [
      'another event',
      'BOX.SEND',
      { evento: 'BOX.SEND_FINAL' },
      ['stateAllows'],
      /la ley lo rechaza/,
    ],
    ['another end', 'BOX.SEND', { hacia: 'closed' }, [], /lleva de open a supervision/],
    ['another beginning', 'BOX.SEND', { desde: 'closed' }, [], /lleva de open a supervision/],
    ['an expense that is not there', 'EXPENSE.ATTACH_SUPPORT', { id_gasto: 99 }, [], /no está/],
    ['no facts', 'EXPENSE.RECORD', { payload: '{"cambios":{}}' }, [], /no trae los hechos/],
    ['no JSON', 'BOX.SEND', { payload: 'x' }, [], /no se puede leer/],
  ])('%s breaks at its event', (_, evento, changes, guardias, reason) => {
    const at = place(evento);
    const { steps, broken } = replayLog(changed(at, changes));
    expect(steps.length).toBe(at + 1);
    expect(broken).toMatchObject({ secuencia: at + 1, guardias });
    expect(broken?.reason).toMatch(reason);
    expect(broken?.evento).toBe(changes.evento ?? evento);
  });

  test('breaks a single step, too', () => {
    const first = events[0];
    if (first === undefined) throw new Error('no event');
    expect(() => stepAfter(firstStep, { ...first, perfil: 8 })).toThrow(BrokenLogError);
  });
});

test('the lives that are drawn hold every stage', () => {
  const stages: Record<StageName, RegExp> = {
    supervisor: /^SUPERVISOR/,
    maintenance: /^MAINTENANCE/,
    accounting: /^ACCOUNTING/,
    final: /^FINAL/,
  };
  const events = seeds.flatMap((seed) => life(seed).events.map(({ evento }) => evento));
  for (const pattern of Object.values(stages))
    expect(events.some((evento) => pattern.test(evento))).toBe(true);
  expect(events).toContain('EXPENSE.REMOVE');
});
