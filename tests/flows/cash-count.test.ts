import { describe, expect, test } from 'vitest';
import {
  type CashCountContext,
  type CashCountEvent,
  type CashCounts,
  type CountValues,
  cashCountMachine,
  countsOf,
  lastSavedIdOf,
  noticeOf,
} from '#machines/flows/fund/cash-count.machine.ts';
import { answered, isPending, problemOf } from '#machines/flows/steps/result.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refused, refusedBy } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

/** The expected cash is 387.500. */
const counts: CashCounts = {
  ...{ id_tienda: 3, tienda: 'Tienda Centro', arqueos: [] },
  ...{ base: 500_000, en_caja: 12_500, en_proceso: 100_000, disponible: 387_500 },
  ...{ por_girar: 0, a_cargo_tienda: 0 },
};
const fewer: CashCounts = { ...counts, en_proceso: 0, disponible: 487_500 };

/** Quantities of 100.000 and of 500. */
const typed = (large: string, small: string, nota = ''): CountValues => ({
  cantidades: ['0', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0', ''].map((none, place) => {
    if (place === 0) return large;
    return place === 8 ? small : none;
  }),
  nota,
});

const right = typed('3', '175');
const save = (values: CountValues) => ({ type: 'SAVE', values, idempotencyKey: 'llave' }) as const;
const saved = answered([{ status: '200' as const, msg: 'Datos almacenados', id_arqueo: 9 }]);

const events = {
  RETRY: [{ type: 'RETRY' }],
  SAVE: [save(right), save(typed('2', '0'))],
} satisfies EventFixtures<CashCountEvent>;

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: cashCountMachine,
    inputs: [{ id_tienda: 3 }],
    events,
    outcomes: {
      loadCounts: [answered(counts), refusedBy.absence, refusedBy.session],
      refreshCounts: [answered(counts), refusedBy.session],
      lookAtCounts: [answered(counts), refusedBy.session],
      guardarArqueo: [saved, refusedBy.session, refusedBy.change],
    },
    abstraction: ({ counts: shown }: CashCountContext) => shown?.base ?? -1,
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

describe('a cash count', () => {
  const begin = (answers: Answers) => beginJourney(cashCountMachine, { id_tienda: 3 }, answers);

  test('without a difference is saved, and the counts are reloaded', async () => {
    const { actor, requests, now, reaches } = begin({
      arqueos: [answered(counts), answered(fewer)],
      guardarArqueo: [saved],
    });
    await reaches('shown.idle');
    actor.send(save(right));
    expect(isPending(now())).toBe(true);
    const shown = await reaches('shown.saved');
    expect([noticeOf(shown), lastSavedIdOf(shown)]).toEqual(['Datos almacenados', 9]);
    expect(countsOf(shown)).toEqual(fewer);
    expect(requests.guardarArqueo).toEqual([
      {
        request: {
          ...{ id_tienda: 3, base: 500_000, en_caja: 12_500, en_proceso: 100_000, nota: '' },
          ...{ por_girar: 0, a_cargo_tienda: 0 },
          cantidades: [3, 0, 0, 0, 0, 0, 0, 0, 175, 0, 0, 0],
        },
        idempotencyKey: 'llave',
      },
    ]);
  });

  test.each([
    [typed('2', '0'), 'Explique la diferencia en la nota: Faltante $ 187.500.'],
    [typed('4', '0', '  '), 'Explique la diferencia en la nota: Sobrante $ 12.500.'],
    [typed('tres', '0'), 'Escriba cuántos hay: solo números.'],
    [typed('-3', '0'), 'Escriba cuántos hay: solo números.'],
  ])('with %j is not sent', async (values, sentence) => {
    const { actor, requests, now, reaches } = begin({
      arqueos: [answered(counts)],
      guardarArqueo: [],
    });
    await reaches('shown.idle');
    actor.send(save(values));
    await reaches('shown.refused');
    expect(problemOf(now())?.motivos?.map(({ mensaje }) => mensaje)).toEqual([sentence]);
    expect(requests.guardarArqueo).toBeUndefined();
  });

  test('with a difference and a note is sent', async () => {
    const { actor, requests, reaches } = begin({
      arqueos: [answered(counts), answered(counts)],
      guardarArqueo: [saved],
    });
    await reaches('shown.idle');
    actor.send(save(typed('2', '0', ' Falta un vale ')));
    await reaches('shown.saved');
    expect(requests.guardarArqueo).toMatchObject([{ request: { nota: 'Falta un vale' } }]);
  });

  test('is refused when the fund has changed, and shows the current fund', async () => {
    const sentence = 'El fondo cambió mientras usted contaba.';
    const { actor, now, reaches } = begin({
      arqueos: [answered(counts), answered(fewer)],
      guardarArqueo: [refused(409, sentence)],
    });
    await reaches('shown.idle');
    actor.send(save(right));
    await reaches('shown.refused');
    expect(problemOf(now())?.msg).toBe(sentence);
    expect(countsOf(now())).toEqual(fewer);
    expect(lastSavedIdOf(now())).toBeNull();
  });

  test('with a lost answer is sent again under the same key', async () => {
    const { actor, requests, reaches } = begin({
      arqueos: [answered(counts), answered(counts)],
      guardarArqueo: [new Error('offline'), saved],
    });
    await reaches('shown.idle');
    actor.send(save(right));
    await reaches('failedToSave');
    actor.send({ type: 'RETRY' });
    await reaches('shown.saved');
    expect(requests.guardarArqueo?.[0]).toEqual(requests.guardarArqueo?.[1]);
  });
});
