import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { type StageName, stageNames } from '#machines/domain/stages/stages.ts';
import { type DecisionEvent, decisionMachines } from '#machines/flows/review/decision.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import {
  accountingForm,
  accountingShown,
  decisionInput,
  emptyValues,
  plainValues,
  shown,
  supervisorForm,
} from '#tests/kit/decision-fixtures.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { people, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { machineWithout } from '#tests/kit/written-transitions.ts';

const bare = {
  RETRY: [{ type: 'RETRY' }],
  CHOOSE_APPROVED: [{ type: 'CHOOSE_APPROVED' }],
  CHOOSE_REJECTED: [{ type: 'CHOOSE_REJECTED' }],
  BACK: [{ type: 'BACK' }],
  RELOAD: [{ type: 'RELOAD' }],
  DISCARD: [{ type: 'DISCARD' }],
  CHANGE: [{ type: 'CHANGE' }],
  STAY: [{ type: 'STAY' }],
  SEE: [{ type: 'SEE', soporte: 'abc.pdf' }],
  APPROVE_UNSEEN: [{ type: 'APPROVE_UNSEEN' }],
  CONFIRM: [{ type: 'CONFIRM' }],
} as const;

const chosenInvoices = [
  { type: 'CHOOSE_INVOICE', url: 'https://facturas.test/2' },
  { type: 'CHOOSE_INVOICE', url: 'https://otra.test/1' },
] as const;

const plainEvents = {
  ...bare,
  SAVE: [
    { type: 'SAVE', values: plainValues },
    { type: 'SAVE', values: emptyValues },
  ],
  CHOOSE_INVOICE: chosenInvoices,
} satisfies EventFixtures<DecisionEvent>;

const supervisorEvents = {
  ...bare,
  SAVE: [
    { type: 'SAVE', values: supervisorForm },
    { type: 'SAVE', values: { ...emptyValues, reembolsar: '' } },
  ],
  CHOOSE_INVOICE: chosenInvoices,
} satisfies EventFixtures<DecisionEvent>;

const accountingEvents = {
  ...bare,
  SAVE: [
    { type: 'SAVE', values: accountingForm },
    { type: 'SAVE', values: { ...accountingForm, ...emptyValues } },
    // Class and person type are still those that the last expense proposed.
    {
      type: 'SAVE',
      values: {
        ...accountingForm,
        ultima: {
          values: accountingForm,
          before: { ...accountingForm, indicador: null, tipo_persona: '' },
        },
      },
    },
  ],
  CHOOSE_INVOICE: chosenInvoices,
} satisfies EventFixtures<DecisionEvent>;

const decision = [answered(written()), refusedBy.session, refusedBy.change, refusedBy.rule];

/** The expense after a save with a lost answer. */
const arrived = (actor: Person, estado: number): Partial<Expense> => ({
  estado,
  version: 6,
  id_usuario_cambio: actor.id,
  obs_supervisor: plainValues.observacion,
  obs_mantenimiento: plainValues.observacion,
  obs_contabilidad: plainValues.observacion,
  obs_contabilidad_dos: plainValues.observacion,
});

const tours = {
  supervisor: {
    machine: decisionMachines.supervisor,
    actor: people.supervisor,
    events: supervisorEvents,
    loads: [shown(), shown({ estado: 3 }), shown({ estado: 4 }), shown({ active: 9 })],
    saves: 'guardarSupervisor',
    saved: shown({ ...arrived(people.supervisor, 3) }),
  },
  maintenance: {
    machine: decisionMachines.maintenance,
    actor: people.maintenance,
    events: plainEvents,
    loads: [shown({ active: 1, estado: 13 }), shown({ active: 9, estado: 9 })],
    saves: 'guardarMantenimiento',
    saved: shown({ active: 1, ...arrived(people.maintenance, 9) }),
  },
  accounting: {
    machine: decisionMachines.accounting,
    actor: people.accounting,
    events: accountingEvents,
    loads: [accountingShown(), accountingShown({ estado: 6 })],
    saves: 'guardarContabilidad',
    saved: accountingShown({ ...arrived(people.accounting, 6) }),
  },
  final: {
    machine: decisionMachines.final,
    actor: people.accounting,
    events: plainEvents,
    loads: [
      shown({ active: 4, estado: 3 }),
      shown({ active: 4, estado: 15 }),
      shown({ active: 4, estado: 16 }),
      shown({ active: 5, estado: 15 }),
    ],
    saves: 'guardarContabilidadFinal',
    saved: shown({ active: 4, ...arrived(people.accounting, 15) }),
  },
} as const;

/** The tour of a stage, with the machine of the stage or a changed one. */
function tourOf(stage: StageName, machine: AnyStateMachine = tours[stage].machine) {
  const { actor, events, loads, saves, saved } = tours[stage];
  const loaded = [...loads, refusedBy.permission, refusedBy.session];
  return takeTour<AnyStateMachine>({
    machine,
    inputs: [
      decisionInput(actor),
      decisionInput(actor, 'approved'),
      decisionInput(actor, 'rejected'),
      { ...decisionInput(actor), seen: null },
    ],
    events,
    outcomes: {
      loadExpense: loaded,
      reloadExpense: [loads[0], loads[loads.length - 1], refusedBy.permission],
      checkExpense: [saved, loads[0], refusedBy.permission],
      elegirFacturaElectronica: [answered(written()), refusedBy.change, refusedBy.permission],
      [saves]: decision,
    },
    abstraction: ({ facts, url, seen }) => [
      facts?.expense.active,
      facts?.expense.estado,
      url,
      seen,
    ],
  });
}

test.each(stageNames)(
  '%s: every edge is walked, no write is abandoned, and no failure is a dead end',
  async (stage) => {
    expect(await tourOf(stage)).toMatchObject({
      missing: [],
      strayed: [],
      abandoned: [],
      deadEnds: [],
    });
  },
);

test('the tour misses a decision that leads nowhere after its save', async () => {
  const line = 'saved: after redirectDelay → finished';
  const mutant = machineWithout(decisionMachines.final, line);
  expect((await tourOf('final', mutant)).missing).toEqual([line]);
});
