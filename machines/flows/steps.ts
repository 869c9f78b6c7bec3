/**
 * The steps that flows repeat, as parts of a chart: loading something to look at, and writing. A part names its
 * targets, so that each chart still says where every answer leads.
 */
import {
  type AnyEventObject,
  assign,
  type MachineContext,
  type NonReducibleUnknown,
  setup,
  type UnknownActorLogic,
} from 'xstate';
import { flowDelays } from './delays.ts';
import {
  type Failure,
  type Problem,
  problemOfFailure,
  problemOfResult,
  type Result,
  resultGuards,
} from './result.ts';

const outputOf = <Output>({ event }: { event: { output: Output } }): Output => event.output;

const failureOf = ({ event }: { event: Failure }): Failure => ({ error: event.error });

const eventOf = <Event>({ event }: { event: Event }): Event => event;

const picked = <Whole extends object, Field extends keyof Whole>(
  whole: Whole,
  fields: readonly Field[],
) => Object.fromEntries(fields.map((field) => [field, whole[field]])) as Pick<Whole, Field>;

/** @throws Error on a refusal: the guard of the transition lets none pass */
function answerOf<Answer>({ event }: { event: { output: Result<Answer> } }): Answer {
  if (!event.output.ok) throw new Error('A refusal was taken for an answer');
  return event.output.answer;
}

/** The named guard looks at the result of the actor. */
export const when = <Guard extends string>(type: Guard) => ({ type, params: outputOf }) as const;

/** The named action takes the answer of the actor. */
export const keeps = <Action extends string>(type: Action) => ({ type, params: answerOf }) as const;

/** The named guard or action takes the event. */
export const takes = <Name extends string>(type: Name) => ({ type, params: eventOf }) as const;

/** Keeps the answer of the actor as this field of the context. */
export const keepsAs = <Field extends string>(field: Field) =>
  ({
    type: 'keep',
    params: <Answer>(done: { event: { output: Result<Answer> } }) =>
      ({ [field]: answerOf(done) }) as Record<Field, Answer>,
  }) as const;

/** Keeps these fields of the event; the problem of before is over. */
export const keepsGiven = <Field extends string>(...fields: Field[]) =>
  ({
    type: 'keep',
    params: <Given extends Record<Field, unknown>>({ event }: { event: Given }) => ({
      ...picked(event, fields),
      problem: null,
    }),
  }) as const;

/** The input of an actor: these fields of the context. */
export const inputOf =
  <Field extends string>(...fields: Field[]) =>
  <Context extends Record<Field, unknown>>({ context }: { context: Context }) =>
    picked(context, fields);

/** The server refused: the problem is kept by the named action. */
export const keepsRefusal = <Action extends string>(type: Action) =>
  ({ type, params: outputOf }) as const;

/** Nobody answered: the problem is kept by the named action. */
export const keepsFailure = <Action extends string>(type: Action) =>
  ({ type, params: failureOf }) as const;

export const refusedTo = (target: string) =>
  ({ target, actions: keepsRefusal('keepRefusal') }) as const;

export const unansweredTo = (target: string) =>
  ({ target, actions: keepsFailure('keepFailure') }) as const;

const invisibleTo = (target: string) =>
  ({ guard: when('isInvisible'), ...refusedTo(target) }) as const;

/** A candidate for a situation that not every chart has. */
const optional = <Candidate>(
  target: string | undefined,
  candidate: (target: string) => Candidate,
) => (target === undefined ? [] : [candidate(target)]);

interface Load<Field extends string> {
  /** The field of the context that takes the answer. */
  keep: Field;
  shown: string;
  /** Refused, or nobody answered: another try is offered. `failedToLoad` unless it is said. */
  failed?: string;
  /** A place of its own for a page without rows. */
  empty?: string;
  /** A place of its own for what does not exist, or not for this person. */
  hidden?: string;
  /** The name of the actor unless it is said. */
  id?: string;
}

/** The `invoke` of an actor of which `answers` are routed; any other refusal, and a failure, lead to `failed`. */
export const tries = <Name extends string, const Answers extends readonly object[]>(
  name: Name,
  failed: string,
  answers: Answers,
  id: string = name,
) =>
  ({
    id,
    src: name,
    onDone: [...answers, refusedTo(failed)],
    onError: unansweredTo(failed),
  }) as const;

/** The `invoke` of an actor that brings something to look at. */
export const loads = <Name extends string, Field extends string>(
  name: Name,
  { keep, shown, failed = 'failedToLoad', empty, hidden, id }: Load<Field>,
) => {
  const actions = keepsAs(keep);
  const answers = [
    ...optional(empty, (target) => ({ guard: when('hasNoRows'), target, actions })),
    { guard: when('succeeded'), target: shown, actions },
    ...optional(hidden, invisibleTo),
  ];
  return tries(name, failed, answers, id);
};

/** The place where an address ends that leads to nothing, or to nothing that this person may see. */
export const forbidden = { description: 'No existe o no puede verlo', tags: 'forbidden' } as const;

/**
 * An actor that looks whether a write whose answer got lost has arrived, which the named guard recognises:
 * then it is `kept`; else it is written `again`.
 */
export const looks = <Guard extends string>(step: {
  arrived: Guard;
  kept: string;
  again: string;
  lost: string;
}) =>
  ({
    onDone: [
      { guard: when(step.arrived), target: step.kept, actions: 'forgetProblem' },
      { guard: when('succeeded'), target: step.again, actions: 'forgetProblem' },
      refusedTo(step.lost),
    ],
    onError: unansweredTo(step.lost),
  }) as const;

/**
 * The `invoke` of an actor that writes. When the session has ended, or nobody answered, the write may be
 * repeated from `lost`; what the server refuses is shown in `refused`.
 */
export const saves = <Name extends string>(
  name: Name,
  { kept, lost, refused }: { kept: string; lost: string; refused: string },
) =>
  ({
    id: name,
    src: name,
    onDone: [
      { guard: when('succeeded'), target: kept },
      { guard: when('sessionEnded'), ...refusedTo(lost) },
      refusedTo(refused),
    ],
    onError: unansweredTo(lost),
  }) as const;

/** The place where what did not come is asked for again. */
export const retries = (target: string) =>
  ({ RETRY: { target, actions: 'forgetProblem' } }) as const;

/** The place in which what a screen is about did not come. */
export const unloaded = {
  description: 'No se pudo cargar',
  tags: ['failed', 'loadFailed'],
  on: retries('loading'),
} as const;

/** Where something is typed: before the first try, and after one that failed. */
export const attempts = (refused: string) =>
  ({
    idle: { description: 'En espera' },
    refused: { description: refused, tags: 'failed' },
  }) as const;

/** The situations that views know, whichever flow they belong to. */
export type FlowTag =
  | 'loading'
  | 'failed'
  /** The screen has nothing to show: it did not come. */
  | 'loadFailed'
  | 'forbidden'
  /** A write is under way: nothing leaves before its answer. */
  | 'pending'
  | 'done'
  /** The screen has something to show. */
  | 'shown'
  /** A list without rows, and one with some. */
  | 'empty'
  | 'rows';

/** `setup` of a flow that keeps its problem: with the delays, and the guards and actions of the steps. */
export const flow = <
  Context extends MachineContext & { problem: Problem | null },
  Event extends AnyEventObject,
  Actors extends Record<string, UnknownActorLogic>,
  Input,
  Output extends NonReducibleUnknown,
  Tag extends string = FlowTag,
>({
  types,
  actors,
}: {
  types: { context: Context; events: Event; tags?: Tag; input?: Input; output?: Output };
  actors: { [Name in keyof Actors]: Actors[Name] };
}) =>
  setup<
    Context,
    Event,
    Actors,
    Record<never, string>,
    {
      keep: Partial<Context>;
      keepRefusal: Result<unknown>;
      keepFailure: Failure;
      forgetProblem: undefined;
    },
    { [Name in keyof typeof resultGuards]: Result<unknown> },
    keyof typeof flowDelays,
    Tag,
    Input,
    Output
  >({
    types,
    // The same actors: xstate wants them in a type to which nothing generic can be assigned.
    actors: actors as never,
    delays: flowDelays,
    guards: resultGuards,
    actions: {
      keep: assign((_, part: Partial<Context>) => part),
      keepRefusal: assign(
        (_, result: Result<unknown>) => ({ problem: problemOfResult(result) }) as Partial<Context>,
      ),
      keepFailure: assign(
        (_, { error }: Failure) => ({ problem: problemOfFailure(error) }) as Partial<Context>,
      ),
      forgetProblem: assign(() => ({ problem: null }) as Partial<Context>),
    },
  });
