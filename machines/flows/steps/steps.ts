/**
 * Parts of a chart that flows share: loading data, and writing. A part takes its targets as arguments, so that
 * each chart still says where every answer leads.
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
  assertPresent,
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

/** @throws Error on a refusal, which the guard of the transition excludes */
const answerOf = <Answer>({ event }: { event: { output: Result<Answer> } }): Answer =>
  answerIn(event.output);

/** The named guard gets the result of the actor. */
export const guardOnOutput = <Guard extends string>(type: Guard) =>
  ({ type, params: outputOf }) as const;

/** The named action gets the answer of the actor. */
export const assignOutput = <Action extends string>(type: Action) =>
  ({ type, params: answerOf }) as const;

/** The named guard or action gets the event. */
export const withEvent = <Name extends string>(type: Name) => ({ type, params: eventOf }) as const;

/** Assigns the answer of the actor to this field of the context. */
export const assignOutputTo = <Field extends string>(field: Field) =>
  ({
    type: 'assignFields',
    params: <Answer>(done: { event: { output: Result<Answer> } }) =>
      ({ [field]: answerOf(done) }) as Record<Field, Answer>,
  }) as const;

/** Assigns these fields of the event, and clears the problem. */
export const assignFromEvent = <Field extends string>(...fields: Field[]) =>
  ({
    type: 'assignFields',
    params: <Given extends Record<Field, unknown>>({ event }: { event: Given }) => ({
      ...picked(event, fields),
      problem: null,
    }),
  }) as const;

/** A guard: there are no refusals. */
export const isValid = (_: unknown, wrong: readonly FailedGuard[]): boolean => wrong.length === 0;

interface Check<Args, Stored> {
  /** Everything that is wrong with the typed values. */
  refusals: (args: Args) => readonly FailedGuard[];
  /** The fields of the context to assign when there are no refusals. */
  assigns: (args: Args) => Stored;
  /** The title above the refusals. */
  title?: string;
  /** The target that shows the refusals; by default the state does not change. */
  refused?: string;
}

/** The transitions of an event with a form: the named guard is `isValid`; refusals become the problem. */
export const validated = <Guard extends string, Args, Stored extends object>(
  guard: Guard,
  target: string,
  { refusals, assigns, title, refused }: Check<Args, Stored>,
) =>
  [
    {
      guard: { type: guard, params: refusals },
      target,
      actions: {
        type: 'assignFields',
        params: (args: Args) => ({ ...assigns(args), problem: null }),
      },
    },
    {
      ...(refused !== undefined && { target: refused }),
      actions: {
        type: 'assignFields',
        params: (args: Args) => ({ problem: problemOfRules(refusals(args), title) }),
      },
    },
  ] as const;

/** The input of an actor: these fields of the context. */
export const inputOf =
  <Field extends string>(...fields: Field[]) =>
  <Context extends Record<Field, unknown>>({ context }: { context: Context }) =>
    picked(context, fields);

/** The input of an actor: a field of the context that the state guarantees. */
export const requiredFrom =
  <Field extends string>(field: Field) =>
  <Value>({ context }: { context: { [Name in Field]: Value | null } }): Value =>
    assertPresent<Value>(context[field]);

/** The named action gets the refusal of the server. */
export const assignRefusal = <Action extends string>(type: Action) =>
  ({ type, params: outputOf }) as const;

/** The named action gets the error of a call without an answer. */
export const assignFailure = <Action extends string>(type: Action) =>
  ({ type, params: failureOf }) as const;

export const refusedTo = (target: string) =>
  ({ target, actions: assignRefusal('setRefusal') }) as const;

export const unansweredTo = (target: string) =>
  ({ target, actions: assignFailure('setFailure') }) as const;

type Tags = string | readonly string[];

interface Ask<Input, Answers, Tagged> {
  /** The input of the actor, or a function of the context. */
  input: Input;
  /** Transitions of particular answers. */
  answers: Answers;
  /** Target of any other refusal. */
  failed: string;
  /** Target when there is no answer; `failed` by default. */
  lost?: string;
  id?: string | undefined;
  tags?: Tagged | undefined;
}

/** A state that invokes an actor, and routes each answer. */
export const invokeState = <
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
  /** The input of the actor, or a function of the context. */
  input: Input;
  /** The field of the context that takes the answer. */
  assignTo?: Field;
  /** Id of the invoked actor; its name by default. */
  id?: string;
  /** Tags for the views; `loading` by default, `pending` for a write. */
  tags?: Tagged;
}

interface Load<Input, Field extends string, Tagged> extends Step<Input, Field, Tagged> {
  shown: string;
  /** Target of a refusal, or when there is no answer; `failedToLoad` by default. */
  failed?: string;
  /** Target of a page without rows. */
  empty?: string;
  /** Target when the object does not exist, or the user may not see it. */
  hidden?: string;
}

interface Write<Input, Field extends string, Tagged, Others> extends Step<Input, Field, Tagged> {
  saved: string;
  /** Target when the session has ended or there is no answer, for a retry; `refused` by default. */
  lost?: string;
  /** Target of a refusal. */
  refused: string;
  /** Transitions of particular refusals. */
  others?: Others;
}

const refusal = { actions: assignRefusal('setRefusal') } as const;

/** A transition that is left out when the chart has no target for it. */
const optional = <const Candidate>(target: string | undefined, candidate: Candidate) =>
  target === undefined ? [] : [{ ...candidate, target }];

/** `NoInfer`: the type of the field is that of the step, whatever the chart expects. */
const succeededTo = <Field extends string>(target: string, field: Field | undefined) => ({
  guard: guardOnOutput('succeeded'),
  target,
  ...(field !== undefined && { actions: assignOutputTo<NoInfer<Field>>(field) }),
});

/** A state that loads data. */
export const loadState = <
  Name extends string,
  Input,
  Field extends string = never,
  const Tagged extends Tags = 'loading',
>(
  description: string,
  name: Name,
  { assignTo, shown, failed = 'failedToLoad', empty, hidden, ...step }: Load<Input, Field, Tagged>,
) => {
  const succeeded = succeededTo(shown, assignTo);
  const answers = [
    ...optional(empty, { ...succeeded, guard: guardOnOutput('hasNoRows') }),
    succeeded,
    ...optional(hidden, { guard: guardOnOutput('isInvisible'), ...refusal }),
  ];
  return invokeState(description, name, { ...step, answers, failed });
};

/** A state that writes: no event leaves it before the answer. */
export const writeState = <
  Name extends string,
  Input,
  Field extends string = never,
  const Others extends readonly object[] = readonly [],
  const Tagged extends Tags = 'pending',
>(
  description: string,
  name: Name,
  { assignTo, saved, lost, refused, others, tags, ...step }: Write<Input, Field, Tagged, Others>,
) => {
  const answers = [
    succeededTo(saved, assignTo),
    ...optional(lost, { guard: guardOnOutput('sessionEnded'), ...refusal }),
    ...((others ?? []) as Others),
  ];
  return invokeState(description, name, {
    ...step,
    tags: tags ?? ('pending' as Tagged),
    answers,
    failed: refused,
    lost: lost ?? refused,
  });
};

/** The state of an object that does not exist, or that the user may not see. */
export const forbidden = { description: 'No existe o no puede verlo', tags: 'forbidden' } as const;

/** RETRY leads to the target, and clears the problem. */
export const retries = (target: string) =>
  ({ RETRY: { target, actions: 'forgetProblem' } }) as const;

/**
 * The state of a write without an answer, which may have arrived.
 *
 * @param again target of RETRY: the same write, or a look at whether it has arrived
 * @param back target of BACK, which gives up the write; absent: only the same write may follow
 */
export const unansweredState = <const Tag extends string = never, const On = object>(
  description: string,
  again: string,
  back?: string,
  { tag, on }: { tag?: Tag; on?: On } = {},
) =>
  ({
    description,
    tags: ['failed', 'unanswered', ...(tag === undefined ? [] : [tag])],
    on: {
      ...retries(again),
      ...(back !== undefined && { BACK: { target: back, actions: 'forgetProblem' } as const }),
      ...(on as On),
    },
  }) as const;

/** The state of a screen whose data could not be loaded. */
export const loadFailedState = {
  description: 'No se pudo cargar',
  tags: ['failed', 'loadFailed'],
  on: retries('loading'),
} as const;

/** The two states from which an attempt is made: before the first one, and after a failed one. */
export const attemptState = (refused: string) =>
  ({
    idle: { description: 'En espera' },
    refused: { description: refused, tags: 'failed' },
  }) as const;

/**
 * A state from which attempts are made, for example with a form.
 *
 * @param refused description after a failed attempt
 * @param on the transitions of the attempts, and others
 */
export const attemptStates = <const On>(description: string, refused: string, on: On) =>
  ({ description, initial: 'idle', on, states: attemptState(refused) }) as const;

/** Tags for the views, shared by all flows. */
export type FlowTag =
  | 'loading'
  | 'failed'
  /** A write got no answer: accepts RETRY, and BACK where it may be given up. */
  | 'unanswered'
  /** The screen has nothing to show: loading failed. */
  | 'loadFailed'
  | 'forbidden'
  /** A write is under way: no event leaves the state before its answer. */
  | 'pending'
  | 'done'
  /** The screen has something to show. */
  | 'shown'
  /** A list without rows, and one with rows. */
  | 'empty'
  | 'rows';

interface FlowTypes {
  context: MachineContext & { problem: Problem | null };
  events: AnyEventObject;
  input?: unknown;
  output?: NonReducibleUnknown;
  /** Tags of this flow, besides those of every flow. */
  tags?: string;
}

/** A type of a flow, or the default. */
type Own<Types, Name, Usual> = Name extends keyof Types ? Types[Name] : Usual;

/** `setup` of a flow with a `problem` in its context: adds the delays, guards and actions of the steps. */
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
        assignFields: Partial<Types['context']>;
        setRefusal: Result<unknown>;
        setFailure: Failure;
        forgetProblem: undefined;
      },
      { [Name in keyof typeof resultGuards]: Result<unknown> },
      keyof typeof flowDelays,
      FlowTag | (Own<Types, 'tags', never> & string),
      Own<Types, 'input', unknown>,
      Own<Types, 'output', unknown> & NonReducibleUnknown
    >({
      // The same actors; a cast, because nothing generic can be assigned to xstate's type of them.
      actors: actors as never,
      delays: flowDelays,
      guards: resultGuards,
      actions: {
        assignFields: assign((_, part: Partial<Types['context']>) => part),
        setRefusal: assign(
          (_, result: Result<unknown>) =>
            ({ problem: problemOfResult(result) }) as Partial<Types['context']>,
        ),
        setFailure: assign(
          (_, { error }: Failure) =>
            ({ problem: problemOfFailure(error) }) as Partial<Types['context']>,
        ),
        forgetProblem: assign(() => ({ problem: null }) as Partial<Types['context']>),
      },
    });
