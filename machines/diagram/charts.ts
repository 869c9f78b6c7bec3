/** The charts that people may look at, each made from the machine that runs. */
import type { AnyStateMachine } from 'xstate';
import { boxGuards, boxMachine } from '#machines/domain/box/box.machine.ts';
import { boxEventNames, expenseEventNames } from '#machines/domain/history/event-names.ts';
import { expenseMachine } from '#machines/domain/expense/expense.machine.ts';
import { expenseGuards } from '#machines/domain/expense/expense-guards.ts';
import { expensePlaces } from '#machines/domain/expense/expense-places.ts';
import { type ProfileId, profileIds, profiles } from '#machines/domain/people/profiles.ts';
import { stageNames, stages } from '#machines/domain/box/stages.ts';
import { boxStates } from '#machines/domain/box/states.ts';
import { decisionMachines } from '#machines/flows/review/decision.machine.ts';
import { sessionMachine } from '#machines/flows/session/session.machine.ts';
import { type ChartWords, flowWords } from '#machines/flows/words.ts';
import { profilesAllowed } from './allowed-profiles.ts';
import { type ChartSource, extractChart } from './extract-chart.ts';

type Sentences = Readonly<Record<string, { mensaje: string }>>;

const sentences = (facts: Sentences) =>
  Object.fromEntries(Object.entries(facts).map(([name, { mensaje }]) => [name, mensaje]));

const domainWords = (events: Record<string, string>, facts: Sentences): ChartWords => ({
  events,
  guards: sentences(facts),
  calls: {},
  entryActions: {},
});

const domainSources: ChartSource[] = [
  {
    id: 'box',
    nombre: 'Caja',
    machine: boxMachine,
    words: domainWords(boxEventNames, boxGuards),
    stored: boxStates,
    profilesOf: (_, guards) => profilesAllowed(boxGuards, guards),
  },
  {
    id: 'expense',
    nombre: 'Gasto',
    machine: expenseMachine,
    words: domainWords(expenseEventNames, expenseGuards),
    stored: expensePlaces,
    profilesOf: (_, guards) => profilesAllowed(expenseGuards, guards),
  },
];

const domainCharts = domainSources.map(extractChart);

/** Returns the profiles that may fire an event of the state machine somewhere, as its drawings show them. */
function profilesOfDomainEvent(event: string): ProfileId[] {
  const names = new Set(
    domainCharts.flatMap(({ transitions }) =>
      transitions.flatMap((one) => (one.event === event ? one.perfiles : [])),
    ),
  );
  return profileIds.filter((id) => names.has(profiles[id].nombre));
}

/** @param serves the event of the state machine that the flow is for: who may fire it works in it; without one anybody does */
const flow = (machine: AnyStateMachine, nombre: string, serves?: string): ChartSource => {
  const workers = serves === undefined ? [] : profilesOfDomainEvent(serves);
  return { id: machine.id, nombre, machine, words: flowWords, profilesOf: () => workers };
};

/** What analysts look at: the life of a box and of an expense, the four decisions, the session. */
export const chartSources: readonly ChartSource[] = [
  ...domainSources,
  flow(sessionMachine, 'Sesión'),
  ...stageNames.map((stage) =>
    flow(decisionMachines[stage], `Decisión: ${stages[stage].nombre}`, stages[stage].approve),
  ),
];

export const charts = chartSources.map(extractChart);
