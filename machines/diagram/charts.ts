import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { boxGuards, boxMachine } from '../domain/box/box.machine.ts';
import { stageNames, stages } from '../domain/stages/stages.ts';
import { type Tone, boxStates } from '../domain/stages/states.ts';
import { expenseGuards } from '../domain/expense/expense-guards.ts';
import { countGuards, countMachine, countStates } from '../domain/fund/count.machine.ts';
import { valeGuards, valeMachine, valeStates } from '../domain/fund/vale.machine.ts';
import { expensePlaces } from '../domain/expense/expense-places.ts';
import { expenseMachine } from '../domain/expense/expense.machine.ts';
import {
  batchEventNames,
  boxEventNames,
  countEventNames,
  expenseEventNames,
  movementEventNames,
  owedEventNames,
  paymentEventNames,
  valeEventNames,
} from '../domain/history/log-words.ts';
import { movementGuards, movementMachine } from '../domain/fund/movement.machine.ts';
import { batchGuards, batchMachine, batchStates } from '../domain/payment/batch.machine.ts';
import { owedGuards, owedMachine } from '../domain/payment/owed.machine.ts';
import { paymentGuards, paymentMachine } from '../domain/payment/payment.machine.ts';
import { paymentStates } from '../domain/payment/payment-states.ts';
import { type ProfileId, profileIds, profiles } from '../domain/people/profiles.ts';
import { lowerFirst } from '../domain/values/texts.ts';
import { decisionMachines } from '../flows/review/decision.machine.ts';
import { sessionMachine } from '../flows/session/session.machine.ts';
import { type ChartWords, flowWords } from '../flows/words.ts';
import type {
  Chart,
  ChartGuard,
  ChartState,
  ChartTransition,
  ChartTransitionKind,
} from './chart.ts';

/** Profiles that may send an event, derived from the guards of the machine. */

const nameOfProfile = (profile: ProfileId): string => profiles[profile].nombre;

/** Profiles that satisfy the named guards; empty when no guard depends on the profile. */
function profilesAllowed(
  guards: Readonly<Record<string, { mensaje: string; profiles?: readonly ProfileId[] }>>,
  names: readonly string[],
): ProfileId[] {
  const deciding = names.flatMap((name) => {
    const held = guards[name]?.profiles;
    return held === undefined ? [] : [held];
  });
  if (deciding.length === 0) return [];
  return profileIds.filter((profile) => deciding.every((held) => held.includes(profile)));
}

/** Extraction of the plain data of a chart from a machine. */

/** Facts of a stored state. */
interface StoredState {
  codigo: number | string;
  nombre: string;
  color: Tone;
  tipo_usuario?: string;
}

interface ChartSource {
  id: string;
  nombre: string;
  machine: AnyStateMachine;
  words: ChartWords;
  stored?: Readonly<Record<string, StoredState>>;
  /**
   * Returns the profiles that may send an event with these guards; null for an event that can never occur, which the
   * chart omits.
   */
  profilesOf: (event: string, guards: readonly string[]) => readonly ProfileId[] | null;
}

/** Guard names of a transition, in order. @throws Error on a guard that is neither a name nor an `and` */
function guardNames(guard: unknown): string[] {
  if (guard === undefined) return [];
  if (typeof guard === 'string') return [guard];
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return [String(guard.type)];
  if (typeof guard === 'function' && 'guards' in guard && Array.isArray(guard.guards))
    return guard.guards.flatMap(guardNames);
  throw new Error('A chart can only be drawn when its guards have names');
}

const actionName = (action: unknown): string =>
  typeof action === 'string' ? action : String((action as { type: unknown }).type);

const answerEvent = /^xstate\.(done|error)\.(?:actor|state)\.(.+)$/;
const delayEvent = /^xstate\.after\.([^.]+)\./;

function kindOf(type: string): { kind: ChartTransitionKind; event: string } {
  if (type === '') return { kind: 'always', event: '' };
  const [, outcome, call] = answerEvent.exec(type) ?? [];
  if (outcome !== undefined && call !== undefined)
    return { kind: outcome as 'done' | 'error', event: call };
  const delay = delayEvent.exec(type)?.[1];
  return delay === undefined ? { kind: 'event', event: type } : { kind: 'after', event: delay };
}

const seconds = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

function extractChart(source: ChartSource): Chart {
  const { id, nombre, machine, words } = source;
  const drawsRoot = machine.root.type === 'parallel' || machine.root.transitions.size > 0;
  const nameOf = (node: AnyStateNode): string =>
    node === machine.root ? machine.id : node.path.join('.');

  const delayOf = (event: string): number => Number(machine.implementations.delays[event]);

  const eventName = (kind: ChartTransitionKind, event: string): string => {
    if (kind === 'event') return words.events[event] ?? event;
    if (kind === 'after') return `Después de ${seconds.format(delayOf(event) / 1000)} s`;
    return { done: 'Respuesta del servidor', error: 'Sin respuesta', always: 'De inmediato' }[kind];
  };

  const guardOf = (name: string): ChartGuard => ({ name, mensaje: words.guards[name] ?? name });

  const stateOf = (node: AnyStateNode): ChartState => {
    const stored = source.stored?.[nameOf(node)];
    const parent = node.parent;
    const isTop = parent === undefined || (parent === machine.root && !drawsRoot);
    const calls = node.invoke.map(({ id, src }) => ({
      id,
      src: String(src),
      nombre: words.calls[String(src)] ?? String(src),
    }));
    const entryActions = node.entry.map(actionName).filter((name) => !name.startsWith('xstate.'));
    return {
      id: nameOf(node),
      nombre: stored?.nombre ?? (node === machine.root ? nombre : (node.description ?? node.key)),
      codigo: stored?.codigo ?? null,
      parent: isTop || parent === undefined ? null : nameOf(parent),
      kind: node.type,
      initial:
        parent === undefined ||
        parent.type === 'parallel' ||
        (parent.initial.target ?? []).some((one) => one === node),
      final: node.type === 'final' || node.tags.includes('end'),
      entrada: [
        ...entryActions.map((name) => words.entryActions[name] ?? name),
        ...calls.map((call) => call.nombre),
      ],
      calls,
      entryActions,
      ...(stored === undefined ? {} : { tone: stored.color }),
      ...(stored?.tipo_usuario === undefined ? {} : { quien: stored.tipo_usuario }),
    };
  };

  const transitionOf = (
    definition: AnyTransitionDefinition,
    index: number,
    siblings: readonly AnyTransitionDefinition[],
  ): ChartTransition[] => {
    const { kind, event } = kindOf(definition.eventType);
    const from = nameOf(definition.source);
    const target = definition.target?.[0];
    const guards = guardNames(definition.guard);
    const profiles = kind === 'event' ? source.profilesOf(event, guards) : [];
    if (profiles === null) return [];
    const evento = eventName(kind, event);
    const to = target === undefined ? from : nameOf(target);
    return [
      {
        id: `${from}|${event === '' ? kind : event}${kind === 'error' ? '!' : ''}|${index}`,
        source: from,
        target: to,
        event,
        evento,
        kind,
        perfiles: profiles.map(nameOfProfile),
        guards: guards.map(guardOf),
        actions: definition.actions.map(actionName),
        self: to === from,
        targeted: target !== undefined,
        ...(kind === 'after' ? { delay: delayOf(event) } : {}),
        rotulo: captionOf(
          { kind, evento, guards: guards.map(guardOf), description: definition.description },
          index,
          siblings.length,
        ),
      },
    ];
  };

  const transitionsFrom = (node: AnyStateNode): ChartTransition[] =>
    [...node.transitions.values(), node.always ?? []].flatMap((candidates) =>
      candidates.flatMap(transitionOf),
    );

  const nodes = nodesOf(machine.root).filter((node) => node !== machine.root || drawsRoot);
  return withoutUnreachable({
    id,
    machine: machine.id,
    nombre,
    descripcion: machine.root.description ?? nombre,
    states: nodes.map(stateOf),
    transitions: nodes.flatMap(transitionsFrom),
  });
}

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
];

interface Caption {
  kind: ChartTransitionKind;
  evento: string;
  guards: ChartGuard[];
  description: string | undefined;
}

/** Labels an answer by its guard; the last candidate of several is «En los demás casos». */
function captionOf({ kind, evento, guards, description }: Caption, index: number, of: number) {
  const rest = guards.length === 0 && index > 0;
  if (kind !== 'event' && description !== undefined) return description;
  if (kind === 'done' || kind === 'always') {
    const condition = guards.map(({ mensaje }) => mensaje).join(', ');
    return condition || (rest ? 'En los demás casos' : evento);
  }
  if (description !== undefined) return `${evento}: ${lowerFirst(description)}`;
  return rest && of > 1 ? `${evento}, en los demás casos` : evento;
}

/** Removes unreachable states and their transitions. */
function withoutUnreachable(chart: Chart): Chart {
  const reached = new Set<string>();
  const visit = (id: string): void => {
    const state = chart.states.find((one) => one.id === id);
    if (state === undefined || reached.has(id)) return;
    reached.add(id);
    if (state.parent !== null) visit(state.parent);
    for (const child of chart.states)
      if (child.parent === id && (child.initial || child.kind === 'history')) visit(child.id);
    for (const { source, target } of chart.transitions) if (source === id) visit(target);
  };
  for (const state of chart.states) if (state.parent === null && state.initial) visit(state.id);
  return {
    ...chart,
    states: chart.states.filter(({ id }) => reached.has(id)),
    transitions: chart.transitions.filter(({ source }) => reached.has(source)),
  };
}

/** The charts shown to users, each extracted from the machine that runs. */

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
  {
    id: 'payment',
    nombre: 'Giro',
    machine: paymentMachine,
    words: domainWords(paymentEventNames, paymentGuards),
    stored: paymentStates,
    profilesOf: (_, guards) => profilesAllowed(paymentGuards, guards),
  },
  {
    id: 'batch',
    nombre: 'Lote de giros',
    machine: batchMachine,
    words: domainWords(batchEventNames, batchGuards),
    stored: batchStates,
    profilesOf: (_, guards) => profilesAllowed(batchGuards, guards),
  },
  {
    id: 'owed',
    nombre: 'A cargo',
    machine: owedMachine,
    words: domainWords(owedEventNames, owedGuards),
    profilesOf: (_, guards) => profilesAllowed(owedGuards, guards),
  },
  {
    id: 'movement',
    nombre: 'Movimiento del fondo',
    machine: movementMachine,
    words: domainWords(movementEventNames, movementGuards),
    profilesOf: (_, guards) => profilesAllowed(movementGuards, guards),
  },
  {
    id: 'count',
    nombre: 'Arqueo',
    machine: countMachine,
    words: domainWords(countEventNames, countGuards),
    stored: countStates,
    profilesOf: (_, guards) => profilesAllowed(countGuards, guards),
  },
  {
    id: 'vale',
    nombre: 'Vale',
    machine: valeMachine,
    words: domainWords(valeEventNames, {
      ...valeGuards,
      receiptsAreLeft: { mensaje: 'Quedan recibos de la apertura por registrar.' },
    }),
    stored: valeStates,
    profilesOf: (_, guards) => profilesAllowed(valeGuards, guards),
  },
];

const domainCharts = domainSources.map(extractChart);

/** Returns the profiles that may send an event of the domain machines in some state, according to their charts. */
function profilesOfDomainEvent(event: string): ProfileId[] {
  const names = new Set(
    domainCharts.flatMap(({ transitions }) =>
      transitions.flatMap((one) => (one.event === event ? one.perfiles : [])),
    ),
  );
  return profileIds.filter((id) => names.has(profiles[id].nombre));
}

/** @param serves domain event sent by the flow, whose profiles use the flow; without it, all profiles do */
const flow = (machine: AnyStateMachine, nombre: string, serves?: string): ChartSource => {
  const workers = serves === undefined ? [] : profilesOfDomainEvent(serves);
  return { id: machine.id, nombre, machine, words: flowWords, profilesOf: () => workers };
};

/** Charts for analysts: the domain machines, the session, and the four decisions. */
export const chartSources: readonly ChartSource[] = [
  ...domainSources,
  flow(sessionMachine, 'Sesión'),
  ...stageNames.map((stage) =>
    flow(decisionMachines[stage], `Decisión: ${stages[stage].nombre}`, stages[stage].approve),
  ),
];

export const charts = chartSources.map(extractChart);
