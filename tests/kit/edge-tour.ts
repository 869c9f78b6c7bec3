/**
 * Walks every edge of a flow machine: for each reachable state, the shortest path to it and then every event that it
 * handles, on a real actor with promises that the tour settles and a simulated clock. Each transition that the actor
 * takes must be a line of its reviewed list in tests/flows/transitions, and each line must be taken: the chart that
 * makes the paths does not judge them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { getShortestPaths } from '@xstate/graph';
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  createActor,
  type EventObject,
  fromPromise,
  type InputFrom,
  type InspectionEvent,
  initialTransition,
  SimulatedClock,
  transition,
} from 'xstate';
import { lineOf, nodesOf } from './written-transitions.ts';

/** Every event of the union with its payload variants; a new event does not compile without one. */
export type EventFixtures<Event extends EventObject> = {
  [Type in Event['type']]: readonly Extract<Event, { type: Type }>[];
};

interface Tour<Machine extends AnyStateMachine> {
  /** Its actions must be harmless; its actors are replaced. */
  machine: Machine;
  /** Every kind of input: a tour starts from each. */
  inputs: readonly InputFrom<Machine>[];
  events: Record<string, readonly EventObject[]>;
  /** Outputs of each invoked actor, by the id of the invoke. Rejection is always tried. */
  outcomes: Record<string, readonly unknown[]>;
  /** Errors that a chart distinguishes from a network error, by the id of the invoke. */
  failures?: Record<string, readonly Error[]>;
  /** The written transitions; by default those of the reviewed list. */
  written?: readonly string[];
  /** Part of the context that distinguishes situations; by default, which values are present. */
  // biome-ignore lint/suspicious/noExplicitAny: the context of whichever machine is toured
  abstraction?: (context: any) => unknown;
}

interface Walk {
  /** State values and events, for messages. */
  name: string;
  input: unknown;
  /** `value` after the event; `left` are the pending writes that the event ended. */
  steps: { event: AnyEventObject; value: unknown; left: string[] }[];
}

const candidatesOf = (node: AnyStateNode): [string, AnyTransitionDefinition[]][] => [
  ...node.transitions,
  ['always', node.always ?? []],
];

const folder = new URL('../flows/transitions/', import.meta.url);

const filesOf = (id: string): string[] => [
  `${id}Machine.txt`,
  `create${id.charAt(0).toUpperCase()}${id.slice(1)}Machine.txt`,
  `decisionMachines.${id.replace('Decision', '')}.txt`,
];

/** The transitions of a machine as its reviewed list has them. */
function writtenTransitions(id: string): string[] {
  const file = filesOf(id).find((name) => existsSync(new URL(name, folder)));
  if (file === undefined) throw new Error(`no list of transitions for the machine ${id}`);
  return readFileSync(new URL(file, folder), 'utf8')
    .split('\n')
    .filter((line) => line.includes('→'));
}

const nameOfTaken = (taken: AnyTransitionDefinition): string => {
  const [event = taken.eventType] =
    candidatesOf(taken.source).find(([, candidates]) => candidates.includes(taken)) ?? [];
  return lineOf(taken.source, event, taken);
};

const presence = (context: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(context).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.length > 0 : typeof value === 'object' ? value !== null : value,
    ]),
  );

const historyOf = (snapshot: AnyMachineSnapshot): string[] =>
  Object.values(snapshot.historyValue as Record<string, AnyStateNode[]>).flatMap((nodes) =>
    nodes.map((node) => node.id),
  );

const rejection = new Error('no answer');

/** Events handled in a situation, with every fixture of each. */
function eventsIn<Machine extends AnyStateMachine>(
  tour: Tour<Machine>,
  snapshot: AnyMachineSnapshot,
): AnyEventObject[] {
  const types = new Set(snapshot._nodes.flatMap((node) => [...node.transitions.keys()]));
  return [...types].flatMap((type): AnyEventObject[] => {
    const done = /^xstate\.done\.actor\.(.+)$/.exec(type)?.[1];
    if (done !== undefined)
      return (tour.outcomes[done] ?? []).map((output) => ({ type, output, actorId: done }));
    const failed = /^xstate\.error\.actor\.(.+)$/.exec(type)?.[1];
    if (failed !== undefined)
      return [rejection, ...(tour.failures?.[failed] ?? [])].map((error) => ({
        type,
        error,
        actorId: failed,
      }));
    if (type.startsWith('xstate.after.')) return [{ type }];
    return [...(tour.events[type] ?? [])];
  });
}

/** Every edge of every situation, after the shortest path to it. */
function walksOf<Machine extends AnyStateMachine>(tour: Tour<Machine>): Walk[] {
  const machine: AnyStateMachine = tour.machine;
  const abstraction = tour.abstraction ?? presence;
  const fixtures = Object.values(tour.events).flat();
  return tour.inputs.flatMap((input) => {
    const [first] = initialTransition(machine, input);
    const isNewEdge = edgesOf(machine);
    return getShortestPaths(machine, {
      input,
      events: (snapshot: AnyMachineSnapshot) => eventsIn(tour, snapshot),
      serializeState: (snapshot: AnyMachineSnapshot) =>
        JSON.stringify([snapshot.value, abstraction(snapshot.context), historyOf(snapshot)]),
      // All files and errors look the same as JSON.
      serializeEvent: (event: AnyEventObject) =>
        fixtures.includes(event)
          ? `${event.type} ${fixtures.indexOf(event)}`
          : JSON.stringify(event),
    }).flatMap((path) => {
      const way = path.steps
        .map(({ event }): AnyEventObject => event)
        .filter(({ type }) => type !== 'xstate.init');
      // The graph stores one context for each situation, which may differ from the one of this path.
      const before = way.reduce(
        (snapshot, event) => transition(machine, snapshot, event)[0],
        first,
      );
      if (before.status !== 'active') return [];
      return eventsIn(tour, before)
        .filter((event) => isNewEdge(before, event))
        .map((event) => walkOf(machine, input, [...way, event]));
    });
  });
}

/** The same transitions between the same states are one edge, whatever the rest of the context. */
function edgesOf(machine: AnyStateMachine) {
  const known = new Set<string>();
  return (before: AnyMachineSnapshot, event: AnyEventObject): boolean => {
    const selected = machine.getTransitionData(before, event) ?? [];
    const [after] = transition(machine, before, event);
    const edge = JSON.stringify([before.value, selected.map(nameOfTaken), after.value]);
    if (known.has(edge)) return false;
    known.add(edge);
    return true;
  };
}

function walkOf(machine: AnyStateMachine, input: unknown, events: AnyEventObject[]): Walk {
  let [snapshot]: [AnyMachineSnapshot, ...unknown[]] = initialTransition(machine, input);
  const steps = events.map((event) => {
    const before = writesIn(snapshot);
    [snapshot] = transition(machine, snapshot, event);
    const after = writesIn(snapshot);
    return { event, value: snapshot.value, left: before.filter((id) => !after.includes(id)) };
  });
  return { name: events.map(({ type }) => type).join(' → '), input, steps };
}

interface Settle {
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
}

/** The machine with actors that the test settles, by the id of their invoke. */
function controlled(machine: AnyStateMachine, waiting: Map<string, Settle>): AnyStateMachine {
  const logic = fromPromise(
    ({ self }) =>
      new Promise((resolve, reject) => {
        waiting.set(self.id, { resolve, reject });
      }),
  );
  const names = nodesOf(machine.root).flatMap((node) => node.invoke.map(({ src }) => String(src)));
  return machine.provide({ actors: Object.fromEntries(names.map((name) => [name, logic])) });
}

/** Lets the promises of a step settle. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

const delayOf = (machine: AnyStateMachine, type: string): number => {
  const delay = machine.implementations.delays[type.split('.')[2] ?? ''];
  return typeof delay === 'number' ? delay : Number(type.split('.')[2]);
};

/** Also emitted while the actor is created, when the chart starts in a transient state. */
const isRoot = ({ actorRef, rootId }: InspectionEvent): boolean =>
  'sessionId' in actorRef && actorRef.sessionId === rootId;

interface TourReport {
  walks: number;
  /** Written transitions that no walk took. */
  missing: string[];
  /** Transitions that are not written, and walks on which the actor's state differed from the model. */
  strayed: string[];
  /** Walks on which an event left a write before its answer. */
  abandoned: string[];
  /** Failure states without an event that leads on. */
  deadEnds: string[];
}

/** Replays every walk on a real actor and reports missing transitions and deviations. */
export async function takeTour<Machine extends AnyStateMachine>(
  tour: Tour<Machine>,
): Promise<TourReport> {
  const waiting = new Map<string, Settle>();
  const machine = controlled(tour.machine, waiting);
  const taken = new Set<string>();
  const walks = walksOf(tour);
  const strayed: string[] = [];
  for (const walk of walks) {
    const clock = new SimulatedClock();
    waiting.clear();
    const actor = createActor(machine, {
      input: walk.input,
      clock,
      inspect: (inspected) => {
        if (inspected.type === '@xstate.microstep' && isRoot(inspected))
          for (const transitionTaken of inspected._transitions)
            taken.add(nameOfTaken(transitionTaken));
      },
    });
    actor.subscribe({ error: (error) => strayed.push(`${walk.name}: ${String(error)}`) });
    actor.start();
    for (const { event, value } of walk.steps) {
      const id = event.actorId as string;
      if (event.type.startsWith('xstate.done.')) waiting.get(id)?.resolve(event.output);
      else if (event.type.startsWith('xstate.error.')) waiting.get(id)?.reject(event.error);
      else if (event.type.startsWith('xstate.after.'))
        clock.increment(delayOf(machine, event.type));
      else actor.send(event);
      if (event.type.startsWith('xstate.')) await settled();
      const now: unknown = actor.getSnapshot().value;
      if (JSON.stringify(now) !== JSON.stringify(value))
        strayed.push(`${walk.name}: ${JSON.stringify(now)} instead of ${JSON.stringify(value)}`);
    }
    actor.stop();
  }
  const written = tour.written ?? writtenTransitions(machine.id);
  return {
    walks: walks.length,
    missing: written.filter((line) => !taken.has(line)),
    strayed: [...[...taken].filter((line) => !written.includes(line)), ...strayed],
    abandoned: walks.filter(leavesWrite).map(({ name }) => name),
    deadEnds: deadEndsOf(machine),
  };
}

/** Ids of the states that wait for a write. */
const writesIn = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes.filter(({ tags }) => tags.includes('pending')).map(({ id }) => id);

/** True when a user event ends the wait for a write; events of the engine do not count. */
const leavesWrite = ({ steps }: Walk): boolean =>
  steps.some(({ event, left }) => left.length > 0 && !event.type.startsWith('xstate.'));

const ancestorsOf = (node: AnyStateNode): AnyStateNode[] =>
  node.parent === undefined ? [node] : [node, ...ancestorsOf(node.parent)];

/** Failure states without an event that leads on. */
const deadEndsOf = (machine: AnyStateMachine): string[] =>
  nodesOf(machine.root)
    .filter((node) => node.tags.includes('failed'))
    .filter((node) => !ancestorsOf(node).some(({ transitions }) => transitions.size > 0))
    .map((node) => node.id);
