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
import type { FailedGuard } from '#contract/errors.ts';
import { flowDelays } from './delays.ts';
import {
  type Failure,
  type Problem,
  type Result,
  answerIn,
  given,
  problemOfFailure,
  problemOfResult,
  problemOfRules,
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
const answerOf = <Answer>({ event }: { event: { output: Result<Answer> } }): Answer =>
  answerIn(event.output);

/** The named guard looks at the result of the actor. */
export const guardOnOutput = <Guard extends string>(type: Guard) =>
  ({ type, params: outputOf }) as const;

/** The named action takes the answer of the actor. */
export const assignOutput = <Action extends string>(type: Action) =>
  ({ type, params: answerOf }) as const;

/** The named guard or action takes the event. */
export const withEvent = <Name extends string>(type: Name) => ({ type, params: eventOf }) as const;

/** Assigns the answer of the actor to this field of the context. */
export const assignOutputTo = <Field extends string>(field: Field) =>
  ({
    type: 'keep',
    params: <Answer>(done: { event: { output: Result<Answer> } }) =>
      ({ [field]: answerOf(done) }) as Record<Field, Answer>,
  }) as const;

/** Assigns these fields of the event; the problem of before is over. */
export const assignFromEvent = <Field extends string>(...fields: Field[]) =>
  ({
    type: 'keep',
    params: <Given extends Record<Field, unknown>>({ event }: { event: Given }) => ({
      ...picked(event, fields),
      problem: null,
    }),
  }) as const;

/** A guard: the rules find nothing wrong with what was typed. */
export const isValid = (_: unknown, wrong: readonly FailedGuard[]): boolean => wrong.length === 0;

interface Check<Args, Stored> {
  /** Everything that is wrong with what was typed. */
  refusals: (args: Args) => readonly FailedGuard[];
  /** The fields of the context that take what was typed, when nothing is. */
  keep: (args: Args) => Stored;
  /** The sentence above what is wrong. */
  title?: string;
  /** The state that shows what is wrong: the same one by default. */
  refused?: string;
}

/** An event that brings a form: the named guard is `isValid`; what is wrong is explained. */
export const checks = <Guard extends string, Args, Stored extends object>(
  guard: Guard,
  target: string,
  { refusals, keep, title, refused }: Check<Args, Stored>,
) =>
  [
    {
      guard: { type: guard, params: refusals },
      target,
      actions: { type: 'keep', params: (args: Args) => ({ ...keep(args), problem: null }) },
    },
    {
      ...(refused !== undefined && { target: refused }),
      actions: {
        type: 'keep',
        params: (args: Args) => ({ problem: problemOfRules(refusals(args), title) }),
      },
    },
  ] as const;

/** The input of an actor: these fields of the context. */
export const inputOf =
  <Field extends string>(...fields: Field[]) =>
  <Context extends Record<Field, unknown>>({ context }: { context: Context }) =>
    picked(context, fields);

/** The input of an actor: a field of the context, which the state promises. */
export const givenIn =
  <Field extends string>(field: Field) =>
  <Value>({ context }: { context: { [Name in Field]: Value | null } }): Value =>
    given<Value>(context[field]);

/** The server refused: the problem is saved by the named action. */
export const assignRefusal = <Action extends string>(type: Action) =>
  ({ type, params: outputOf }) as const;

/** Nobody answered: the problem is saved by the named action. */
export const assignFailure = <Action extends string>(type: Action) =>
  ({ type, params: failureOf }) as const;

export const refusedTo = (target: string) =>
  ({ target, actions: assignRefusal('keepRefusal') }) as const;

export const unansweredTo = (target: string) =>
  ({ target, actions: assignFailure('keepFailure') }) as const;

type Tags = string | readonly string[];

interface Ask<Input, Answers, Tagged> {
  /** The input of the actor, or how the context becomes it. */
  input: Input;
  /** The answers that lead to a state of their own. */
  answers: Answers;
  /** Any other refusal. */
  failed: string;
  /** Nobody answered. As `failed` by default. */
  lost?: string;
  id?: string | undefined;
  tags?: Tagged | undefined;
}

/** The state in which an actor is asked something, and each answer is routed. */
export const asks = <
  Name extends string,
  Input,
  const Answers extends readonly object[],
  const Tagged extends Tags = 'loading',
>(
  description: string,
  name: Name,
  { input, answers, failed, lost = failed, id = name, tags }: Ask<Input, Answers, Tagged>,
) =>
  ({
    description,
    tags: tags ?? ('loading' as Tagged),
    invoke: {
      id,
      src: name,
      input,
      onDone: [...answers, refusedTo(failed)],
      onError: unansweredTo(lost),
    },
  }) as const;

interface Step<Input, Field extends string, Tagged> {
  /** The input of the actor, or how the context becomes it. */
  input: Input;
  /** The field of the context that takes the answer. */
  keep?: Field;
  /** The name of the actor by default. */
  id?: string;
  /** The situation that views know, where it is another one than `loading`, or `pending` of a write. */
  tags?: Tagged;
}

interface Load<Input, Field extends string, Tagged> extends Step<Input, Field, Tagged> {
  shown: string;
  /** Refused, or nobody answered: another try is offered. `failedToLoad` by default. */
  failed?: string;
  /** A state for a page without rows. */
  empty?: string;
  /** A state for what does not exist, or not for this person. */
  hidden?: string;
}

interface Write<Input, Field extends string, Tagged, Others> extends Step<Input, Field, Tagged> {
  saved: string;
  /** The session has ended, or nobody answered: the same may be sent again. As `refused` by default. */
  lost?: string;
  /** The server refuses, and says why. */
  refused: string;
  /** Refusals that lead to a state of their own. */
  others?: Others;
}

const refusal = { actions: assignRefusal('keepRefusal') } as const;

/** A candidate for a situation that not every chart has. */
const optional = <const Candidate>(target: string | undefined, candidate: Candidate) =>
  target === undefined ? [] : [{ ...candidate, target }];

/** Without inference from what a chart expects: a step keeps what it says, and else nothing. */
const succeededTo = <Field extends string>(target: string, field: Field | undefined) => ({
  guard: guardOnOutput('succeeded'),
  target,
  ...(field !== undefined && { actions: assignOutputTo<NoInfer<Field>>(field) }),
});

/** The state in which an actor brings something to look at. */
export const loads = <
  Name extends string,
  Input,
  Field extends string = never,
  const Tagged extends Tags = 'loading',
>(
  description: string,
  name: Name,
  { keep, shown, failed = 'failedToLoad', empty, hidden, ...step }: Load<Input, Field, Tagged>,
) => {
  const succeeded = succeededTo(shown, keep);
  const answers = [
    ...optional(empty, { ...succeeded, guard: guardOnOutput('hasNoRows') }),
    succeeded,
    ...optional(hidden, { guard: guardOnOutput('isInvisible'), ...refusal }),
  ];
  return asks(description, name, { ...step, answers, failed });
};

/** The state in which an actor writes something: nothing leaves it before the answer. */
export const writes = <
  Name extends string,
  Input,
  Field extends string = never,
  const Others extends readonly object[] = readonly [],
  const Tagged extends Tags = 'pending',
>(
  description: string,
  name: Name,
  { keep, saved, lost, refused, others, tags, ...step }: Write<Input, Field, Tagged, Others>,
) => {
  const answers = [
    succeededTo(saved, keep),
    ...optional(lost, { guard: guardOnOutput('sessionEnded'), ...refusal }),
    ...((others ?? []) as Others),
  ];
  return asks(description, name, {
    ...step,
    tags: tags ?? ('pending' as Tagged),
    answers,
    failed: refused,
    lost: lost ?? refused,
  });
};

/** The state of an address that leads to nothing, or to nothing that this person may see. */
export const forbidden = { description: 'No existe o no puede verlo', tags: 'forbidden' } as const;

/** Loads again what did not come. */
export const retries = (target: string) =>
  ({ RETRY: { target, actions: 'forgetProblem' } }) as const;

/** The state in which what a screen is about did not come. */
export const unloaded = {
  description: 'No se pudo cargar',
  tags: ['failed', 'loadFailed'],
  on: retries('loading'),
} as const;

/** The two situations in which something can be tried: before the first try, and after one that failed. */
export const tried = (refused: string) =>
  ({
    idle: { description: 'En espera' },
    refused: { description: refused, tags: 'failed' },
  }) as const;

/**
 * A state from which something is tried, such as what is typed.
 *
 * @param refused describes it after a try that failed
 * @param on the tries, and what else leads on
 */
export const attempts = <const On>(description: string, refused: string, on: On) =>
  ({ description, initial: 'idle', on, states: tried(refused) }) as const;

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

interface FlowTypes {
  context: MachineContext & { problem: Problem | null };
  events: AnyEventObject;
  input?: unknown;
  output?: NonReducibleUnknown;
  /** Situations beside those of every flow. */
  tags?: string;
}

/** A type of a flow; the usual one where the flow has none of its own. */
type Own<Types, Name, Usual> = Name extends keyof Types ? Types[Name] : Usual;

/** `setup` of a flow that keeps its problem: with the delays, and the guards and actions of the steps. */
export const flow =
  <Types extends FlowTypes>() =>
  <Actors extends Record<string, UnknownActorLogic>>(
    actors: {
      [Name in keyof Actors]: Actors[Name];
    },
  ) =>
    setup<
      Types['context'],
      Types['events'],
      Actors,
      Record<never, string>,
      {
        keep: Partial<Types['context']>;
        keepRefusal: Result<unknown>;
        keepFailure: Failure;
        forgetProblem: undefined;
      },
      { [Name in keyof typeof resultGuards]: Result<unknown> },
      keyof typeof flowDelays,
      FlowTag | (Own<Types, 'tags', never> & string),
      Own<Types, 'input', unknown>,
      Own<Types, 'output', unknown> & NonReducibleUnknown
    >({
      // The same actors: xstate wants them in a type to which nothing generic can be assigned.
      actors: actors as never,
      delays: flowDelays,
      guards: resultGuards,
      actions: {
        keep: assign((_, part: Partial<Types['context']>) => part),
        keepRefusal: assign(
          (_, result: Result<unknown>) =>
            ({ problem: problemOfResult(result) }) as Partial<Types['context']>,
        ),
        keepFailure: assign(
          (_, { error }: Failure) =>
            ({ problem: problemOfFailure(error) }) as Partial<Types['context']>,
        ),
        forgetProblem: assign(() => ({ problem: null }) as Partial<Types['context']>),
      },
    });
