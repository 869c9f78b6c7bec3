import { describe, expect, test } from 'vitest';
import {
  type DecisionContext,
  fieldErrorsOf,
  intentionRefusals,
  isReviewing,
} from '#machines/flows/review/decision-rules.ts';
import { type ItemisationValues, itemisationValues } from '#machines/flows/review/reviews.ts';
import { type DecisionEvent, itemisationMachine } from '#machines/flows/review/decision.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import {
  accountingForm,
  accountingShown,
  decisionInput,
  splitBody,
} from '#tests/kit/decision-fixtures.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { anExpense, people, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

const { filas, indicador, tipo_persona, item_texto } = accountingForm;
const split: ItemisationValues = { filas, indicador, tipo_persona, item_texto };
const untouched = itemisationValues(anExpense());
const unbalanced: ItemisationValues = {
  ...split,
  filas: split.filas.map((row) => ({ ...row, valor: '1000' })),
};

const events = {
  RETRY: [{ type: 'RETRY' }],
  SAVE: [
    { type: 'SAVE', values: split },
    { type: 'SAVE', values: untouched },
    { type: 'SAVE', values: unbalanced },
  ],
  BACK: [{ type: 'BACK' }],
  RELOAD: [{ type: 'RELOAD' }],
  DISCARD: [{ type: 'DISCARD' }],
} satisfies Partial<EventFixtures<DecisionEvent>>;

const input = decisionInput(people.accounting);

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const loads = [
    accountingShown(),
    accountingShown({ estado: 6 }),
    refusedBy.absence,
    refusedBy.session,
  ];
  const report = await takeTour({
    machine: itemisationMachine,
    inputs: [input],
    events,
    outcomes: {
      loadExpense: loads,
      reloadExpense: loads,
      checkExpense: [
        accountingShown({ version: 6, id_usuario_cambio: people.accounting.id }),
        ...loads,
      ],
      guardarContabilidad: [
        answered(written()),
        refusedBy.session,
        refusedBy.change,
        refusedBy.rule,
      ],
    },
    abstraction: ({ facts }: DecisionContext) => facts?.expense.estado,
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

describe('journeys', () => {
  const begin = (answers: Answers, actor = input) =>
    beginJourney(itemisationMachine, actor, answers);

  test('only the split is saved, then the box opens', async () => {
    const { actor, requests, clock, reaches } = begin({
      loadExpense: [accountingShown()],
      guardarContabilidad: [answered(written())],
    });
    expect(isReviewing(await reaches('reviewing'))).toBe(true);
    actor.send({ type: 'SAVE', values: split });
    await reaches('saved');
    expect(requests.guardarContabilidad).toEqual([
      {
        id_caja: 12,
        id_gasto: 7,
        estado: 3,
        version: 5,
        ...splitBody,
      },
    ]);
    clock.increment(3_000);
    expect(actor.getSnapshot().output).toEqual({ route: 'detalleCajaCI', params: { idCaja: 12 } });
  });

  test('a split that does not add up is not sent', async () => {
    const { actor, now, reaches } = begin({ loadExpense: [accountingShown()] });
    await reaches('reviewing');
    actor.send({ type: 'SAVE', values: unbalanced });
    expect(fieldErrorsOf(now())).toEqual({
      itemisationIsBalanced:
        'El total del desglose no puede ser menor, ni superar el valor inicial del gasto',
    });
  });

  test('a split of zeros is saved without itemisation, with its class and person type', async () => {
    const { actor, requests, reaches } = begin({
      loadExpense: [accountingShown()],
      guardarContabilidad: [answered(written())],
    });
    await reaches('reviewing');
    actor.send({ type: 'SAVE', values: { ...untouched, indicador: 4, tipo_persona: 'PN' } });
    await reaches('saved');
    expect(requests.guardarContabilidad).toEqual([
      {
        id_caja: 12,
        id_gasto: 7,
        estado: 3,
        version: 5,
        item: 0,
        indicadorImpuesto: 4,
        item_texto: '',
        tipo_persona: 'PN',
      },
    ]);
  });

  test('profiles other than accounting can only read', async () => {
    const { reaches } = begin({ loadExpense: [accountingShown()] }, decisionInput(people.store));
    const snapshot = await reaches('readOnly');
    const expense = snapshot.context.facts?.expense ?? anExpense();
    expect(intentionRefusals('EXPENSE.ITEMISE', snapshot.context.actor, expense)).toEqual([
      { guardia: 'actorIsAccounting', mensaje: 'Solo contabilidad decide en esta etapa.' },
    ]);
  });
});
