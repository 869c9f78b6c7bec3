import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromPromise, waitFor } from 'xstate';
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import {
  type ExpenseKind,
  accountOfBox,
  approvedInPass,
  ofKind,
  readerOf,
  waitsFor,
} from '#machines/flows/boxes/box.selectors.ts';
import { type StageName, stageNames, stages } from '#machines/domain/stages/stages.ts';
import { boxStates, expenseStates } from '#machines/domain/stages/states.ts';
import { figureNames } from '#machines/domain/fund/fund.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import * as cockpit from '#machines/flows/review/cockpit.machine.ts';
import {
  type CockpitEvent,
  type CockpitInput,
  cockpitMachine,
} from '#machines/flows/review/cockpit.machine.ts';
import {
  type Facts,
  type SaveName,
  type SaveRequest,
  approvalPhrase,
  choiceOf,
  isDone,
  isReviewing,
  leadsBack,
  phrasesFor,
  withLatest,
  withPhrase,
} from '#machines/flows/review/decision-rules.ts';
import { decisionMachines } from '#machines/flows/review/decision.machine.ts';
import { type ReceiptEvent, receiptMachine } from '#machines/flows/review/receipt.machine.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { shown, supervisorForm } from '#tests/kit/decision-fixtures.ts';
import { boxFacts, people, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

const approved = { estado: 3, icono: 'approved' } as const;

/** Four expenses; the second is decided. */
const rows = (...changes: Partial<ExpenseRow>[]) =>
  answered(
    boxFacts(
      { active: 2 },
      ...[{ id: 7, soporte: 'siete.pdf' }, { id: 8, ...approved }, { id: 9 }, { id: 10 }].map(
        (row, index) => ({ soporte: `${row.id}.jpg`, ...row, ...changes[index] }),
      ),
    ).rows,
  );

const input: CockpitInput = {
  stage: 'supervisor',
  reader: 'supervisor',
  actor: people.supervisor,
  id_caja: 12,
  id_gasto: 7,
  chosen: null,
  phrases: { approved: ['Revisado'], rejected: [] },
};

const request = (estado: 3 | 4, observacion: string) => ({
  id_gasto: 7,
  id_caja: 12,
  estado,
  observacion,
  id_rechazo: null,
  version: 5,
});

const decided = (id_gasto: number, estado: 3 | 4 = 3, observacion = 'Conforme') =>
  ({ type: 'DECIDED', id_gasto, request: request(estado, observacion) }) as const;

const events = {
  OPEN: [{ type: 'OPEN', id_gasto: 9, chosen: null }],
  NEXT: [{ type: 'NEXT' }],
  PREVIOUS: [{ type: 'PREVIOUS' }],
  GO_ON: [{ type: 'GO_ON' }],
  DECIDED: [decided(7), decided(9)],
  SEE: [{ type: 'SEE', soporte: 'siete.jpg' }],
  CHANGE: [{ type: 'CHANGE' }],
} satisfies EventFixtures<CockpitEvent>;

const clean = { missing: [], strayed: [], abandoned: [], deadEnds: [] };

test('every edge of the cockpit is walked', async () => {
  const report = await takeTour({
    machine: cockpitMachine,
    inputs: [input, { ...input, reader: null }],
    events,
    outcomes: { loadRows: [rows(), rows({}, {}, approved, approved), refusedBy.permission] },
    abstraction: ({ id_gasto, rows }) => [id_gasto, rows.map(({ estado }: ExpenseRow) => estado)],
  });
  expect(report).toMatchObject(clean);
});

test('every edge of a receipt is walked, and no failure is a dead end', async () => {
  const receiptEvents = {
    COME: [{ type: 'COME', proportion: 0.7 }],
    FAIL: [{ type: 'FAIL' }],
    RETRY: [{ type: 'RETRY' }],
    ENLARGE: [{ type: 'ENLARGE' }],
    REDUCE: [{ type: 'REDUCE' }],
    FIT: [{ type: 'FIT', wide: true }],
    TURN: [{ type: 'TURN' }],
    NEXT_SHEET: [{ type: 'NEXT_SHEET' }],
    PREVIOUS_SHEET: [{ type: 'PREVIOUS_SHEET' }],
  } satisfies EventFixtures<ReceiptEvent>;
  const report = await takeTour({
    machine: receiptMachine,
    inputs: [{ soporte: 'siete.pdf' }],
    events: receiptEvents,
    outcomes: {
      countSheets: [answered(2), refusedBy.absence],
      askForReceipt: [answered(null), refusedBy.absence],
    },
    abstraction: ({ sheet, sheets, enlargement }) => [sheet, sheets, enlargement],
  });
  expect(report).toMatchObject(clean);
});

async function opened(changes: Partial<CockpitInput> = {}, loadRows: Answers[string] = [rows()]) {
  const gone: (number | 'box')[] = [];
  const fetched: unknown[] = [];
  const stored: unknown[] = [];
  const machine = cockpitMachine.provide({
    actions: {
      goTo: (_, { id_gasto }) => gone.push(id_gasto),
      goToBox: () => gone.push('box'),
      prefetch: (_, next) => fetched.push(next?.id_gasto),
      storePhrases: (_, phrases) => stored.push(phrases),
    },
    actors: {
      decision: decisionMachines.supervisor.provide({
        actors: {
          loadExpense: fromPromise<Result<Facts>, { id_gasto: number }>(async () => shown()),
          guardarSupervisor: fromPromise<Result<AnswerOf<`/${SaveName}`>>, SaveRequest>(async () =>
            answered(written()),
          ),
        },
      }),
    },
  });
  const journey = beginJourney(machine, { ...input, ...changes }, { loadRows });
  await journey.reaches('list.shown');
  return { ...journey, gone, fetched, stored };
}

/** Approves through the decision actor after the receipt was seen in the cockpit. */
async function approve({ actor, now }: Pick<Awaited<ReturnType<typeof opened>>, 'actor' | 'now'>) {
  const decision = cockpit.decisionOf(now());
  await waitFor(decision, isReviewing);
  actor.send({ type: 'SEE', soporte: 'abc.pdf' });
  decision.send({ type: 'CHOOSE_APPROVED' });
  decision.send({ type: 'SAVE', values: supervisorForm });
  return decision;
}

describe('the cockpit', () => {
  test('lists pending expenses first and prefetches the next one', async () => {
    const { now, fetched } = await opened();
    expect(cockpit.rowsOf(now()).map(({ id }) => id)).toEqual([7, 9, 10, 8]);
    expect(cockpit.positionOf(now())).toBe('1 de 4');
    expect(cockpit.waitingOf(now())).toBe(3);
    expect(fetched).toEqual([9]);
    expect(cockpit.receiptsOf(now())).toEqual(['siete.pdf', '9.jpg']);
  });

  test('shows a decision in the list at once, without reordering', async () => {
    const { actor, now, stored, reaches } = await opened({}, [rows(), rows(approved)]);
    actor.send(decided(7, 4, 'Repetido'));
    expect(cockpit.rowOf(now())).toMatchObject({
      estado: 4,
      nombre_estado: 'Rechazado por supervisor',
      icono: 'rejected',
    });
    expect(stored).toEqual([{ approved: ['Revisado'], rejected: ['Repetido'] }]);
    actor.send({ type: 'OPEN', id_gasto: 9, chosen: null });
    await reaches('list.shown');
    expect(cockpit.rowsOf(now()).map(({ id }) => id)).toEqual([7, 9, 10, 8]);
  });

  test('goes to the neighbours, and after a decision to a pending expense', async () => {
    const { actor, gone } = await opened({ id_gasto: 10 });
    actor.send({ type: 'NEXT' });
    actor.send({ type: 'PREVIOUS' });
    actor.send(decided(10));
    actor.send({ type: 'NEXT' });
    expect(gone).toEqual([8, 9, 7]);
  });

  test('goes on to a pending expense after a save, and stays after the last one', async () => {
    const { actor, gone } = await opened({}, [rows({}, {}, approved)]);
    actor.send({ type: 'GO_ON' });
    actor.send(decided(7));
    expect(gone).toEqual([10]);
    const last = await opened({}, [rows({}, {}, approved, approved)]);
    const decision = await approve(last);
    last.actor.send({ type: 'GO_ON' });
    // Saved without leaving: the box can be sent.
    await waitFor(decision, (snapshot) => isDone(snapshot) && !leadsBack(snapshot));
    expect(last.gone).toEqual([]);
    expect(cockpit.isAllDecided(last.now())).toBe(true);
    const resting = await opened();
    resting.actor.send(decided(7));
    expect(resting.gone).toEqual([]);
  });

  test('shows what the decision saved, and reopens it', async () => {
    const { actor, now, gone, stored } = await opened();
    const decision = await approve({ actor, now });
    await waitFor(decision, isDone);
    expect(cockpit.rowOf(now())).toMatchObject({ estado: 3, icono: 'approved' });
    expect(stored).toHaveLength(1);
    actor.send({ type: 'CHANGE' });
    await waitFor(decision, isReviewing);
    expect(gone).toEqual([]);
    expect(choiceOf(decision.getSnapshot(), 'supervisor')).toBe('approved');
  });

  test('goes on when the save was answered before GO_ON', async () => {
    const { actor, now, gone } = await opened();
    const decision = await approve({ actor, now });
    await waitFor(decision, isDone);
    actor.send({ type: 'GO_ON' });
    expect(gone).toEqual([9]);
  });

  test('starts a decision for each expense, with the choice of its draft', async () => {
    const { actor, now } = await opened();
    const first = cockpit.decisionOf(now());
    actor.send({ type: 'OPEN', id_gasto: 7, chosen: null });
    expect(cockpit.decisionOf(now())).toBe(first);
    actor.send({ type: 'OPEN', id_gasto: 9, chosen: 'rejected' });
    const second = cockpit.decisionOf(now());
    expect(first.getSnapshot().status).toBe('stopped');
    await waitFor(second, isReviewing);
    expect(choiceOf(second.getSnapshot(), 'supervisor')).toBe('rejected');
    expect(second.getSnapshot().context.id_gasto).toBe(9);
  });

  test('does not revert a decision when an earlier list request completes', async () => {
    const last = rows(approved, {}, {}, approved);
    const { actor, now, reaches } = await opened({}, [last, last]);
    actor.send({ type: 'OPEN', id_gasto: 9, chosen: null });
    actor.send({ type: 'GO_ON' });
    actor.send(decided(9));
    expect(now().matches({ list: 'loading' })).toBe(true);
    expect(cockpit.isAllDecided(now())).toBe(true);
    await reaches('list.shown');
    expect(cockpit.rowOf(now())).toMatchObject({ estado: 3, icono: 'approved' });
    expect(cockpit.isAllDecided(now())).toBe(true);
  });

  test('works without the list for a user who may not read the box', () => {
    const { now } = beginJourney(cockpitMachine, { ...input, reader: null }, {});
    expect(now().matches({ list: 'alone' })).toBe(true);
    expect(readerOf('supervisor', ['verCajaMantenimiento'])).toBe('maintenance');
    expect(readerOf('final', ['revisarCaja'])).toBe('final');
    expect(readerOf('supervisor', ['detalleGastoSupervisor'])).toBeNull();
  });
});

test('the filters and the figures of a box count the same expenses', () => {
  const states = Object.values(expenseStates).map(({ codigo }) => codigo);
  const anyExpense = fc.record({
    estado: fc.constantFrom(...states),
    valor: fc.integer({ min: 1, max: 5_000_000 }),
  });
  fc.assert(
    fc.property(fc.array(anyExpense), fc.constantFrom(...stageNames), (expenses, stage) => {
      const { active, rows } = reviewedBox(stage, expenses);
      const amountOf = (kind: ExpenseKind) =>
        ofKind(rows, stage, kind).reduce((sum, { valor }) => sum + valor, 0);
      const figures = Object.fromEntries(
        [...accountOfBox({ box: { active }, rows }), approvedInPass(rows, active, stage)].flatMap(
          (line) => (line === null ? [] : [[line.label, line.amount]]),
        ),
      );
      const { requested, rejected, undecided, granted, inReview } = figureNames;
      // Accounting decides again what others approved: its marks have a figure of their own.
      const isAccounting = stages[stage].sender === 'accounting';
      expect(amountOf('pending') + amountOf('approved') + amountOf('rejected')).toBe(
        rows.reduce((sum, { valor }) => sum + valor, 0),
      );
      for (const [label, kind] of [
        [rejected, 'rejected'],
        ...(isAccounting ? [] : ([[undecided, 'pending']] as const)),
        [isAccounting ? inReview : granted, 'approved'],
      ] as const)
        expect(figures[label] ?? formatPesos(0)).toBe(formatPesos(amountOf(kind)));
      expect(figures[requested]).toBe(formatPesos(rows.reduce((sum, row) => sum + row.valor, 0)));
    }),
  );
});

/** A box at a stage with these expenses. */
function reviewedBox(stage: StageName, expenses: readonly { estado: number; valor: number }[]) {
  const active = boxStates[stages[stage].boxState].codigo;
  const { rows } = boxFacts(
    { active },
    ...expenses.map((expense, index) => ({ ...expense, id: index + 1, reembolsar: null })),
  );
  return { active, rows: rows.filter((row): row is ExpenseRow => 'id' in row) };
}

test('each filter counts the expenses of its kind', () => {
  const { rows: all } = boxFacts(
    { active: 2 },
    { estado: 1, informe_novedad: 'Repetido' },
    { estado: 3, icono: 'approved' },
    { estado: 4, icono: 'rejected' },
    { estado: 2 },
  );
  const listed = all.filter((row): row is ExpenseRow => 'id' in row);
  const counts = (['pending', 'approved', 'rejected', 'anomaly'] as const).map(
    (kind) => ofKind(listed, 'supervisor', kind).length,
  );
  // The last expense waits for maintenance.
  expect(counts).toEqual([2, 1, 1, 1]);
  expect(ofKind(listed, 'supervisor', null)).toHaveLength(4);
  // An expense approved by the supervisor waits for accounting.
  expect(waitsFor('accounting', { estado: 3 })).toBe(true);
});

describe('the phrases of a decision', () => {
  test('an approval by shortcut uses the latest phrase of an approval', () => {
    expect(approvalPhrase({ approved: [], rejected: ['Ilegible'] })).toBe('');
    expect(approvalPhrase({ approved: ['Ya visto', 'Bien'], rejected: ['Ilegible'] })).toBe(
      'Ya visto',
    );
  });

  test('a decision adds to the phrases of its choice alone', async () => {
    const { actor, now } = await opened();
    actor.send(decided(7, 4, 'El soporte no corresponde al gasto'));
    expect(cockpit.phrasesOf(now())).toEqual({
      approved: ['Revisado'],
      rejected: ['El soporte no corresponde al gasto'],
    });
    actor.send(decided(9, 3, 'Visto'));
    expect(cockpit.phrasesOf(now())).toEqual({
      approved: ['Visto', 'Revisado'],
      rejected: ['El soporte no corresponde al gasto'],
    });
  });

  test('a phrase is appended to the observation once', () => {
    expect(withPhrase(' ', 'Repetido')).toBe('Repetido');
    expect(withPhrase('Ya visto.', 'Repetido')).toBe('Ya visto. Repetido');
    expect(withPhrase('Ya visto. Repetido', 'Repetido')).toBe('Ya visto. Repetido');
  });

  test('the latest phrases are offered after the text of the reason', () => {
    const latest = (phrases: string[], observation: string) =>
      withLatest({ approved: ['z'], rejected: phrases }, 'rejected', observation);
    expect(latest(['b', 'a'], ' a ')).toEqual({ approved: ['z'], rejected: ['a', 'b'] });
    expect(latest(['d', 'c', 'b', 'a'], 'e').rejected).toEqual(['e', 'd', 'c', 'b']);
    expect(latest(['a'], 'x'.repeat(81)).rejected).toEqual(['a']);
    const phrases = { approved: ['Ya visto'], rejected: ['Repetido'] };
    expect(phrasesFor('rejected', 'Recibo ilegible', phrases)).toEqual([
      'Recibo ilegible',
      'Repetido',
    ]);
    expect(phrasesFor('approved', 'Recibo ilegible', phrases)).toEqual(['Ya visto']);
    expect(phrasesFor(null, '', phrases)).toEqual([]);
  });
});
