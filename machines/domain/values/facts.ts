/**
 * Facts of a stored row that guards ask of, in tables: one row each, by its name in the context of the state machine.
 * The context, the cases of server and browser, the answers, and the replay derive from them.
 */
export interface Fact {
  column: string;
  /** Field of the answers; '' when no answer has it. */
  field: string;
  /** From the column to the field. */
  send(stored: unknown): unknown;
  /** From the field to the context; undefined where the fact is absent. */
  read(sent: unknown): unknown;
  /** The column of a new row when the log carries its changes; undefined when only events set the fact, or nothing. */
  logged: unknown;
}

export type Facts = Readonly<Record<string, Fact>>;
type ValueOf<One extends Fact> = ReturnType<One['read']>;

/** Facts that may be absent, such as those that older logs lack, are optional. */
export type FactsOf<All extends Facts> = {
  [Name in keyof All as undefined extends ValueOf<All[Name]> ? never : Name]: ValueOf<All[Name]>;
} & {
  [Name in keyof All as undefined extends ValueOf<All[Name]> ? Name : never]?: ValueOf<All[Name]>;
};

export type ColumnsOf<All extends Facts> = {
  [Name in keyof All as All[Name]['column']]: Parameters<All[Name]['send']>[0];
};

export type FieldsOf<All extends Facts> = {
  [Name in keyof All as Exclude<All[Name]['field'], ''>]: ReturnType<All[Name]['send']>;
};

export const fact = <
  const Column extends string,
  const Field extends string,
  Stored,
  Sent,
  Value,
  Logged extends NoInfer<Stored> | undefined = undefined,
>(
  column: Column,
  field: Field,
  send: (stored: Stored) => Sent,
  read: (sent: Sent) => Value,
  logged?: Logged,
) => ({ column, field, send, read, logged: logged as Logged });

export const same = <Value>(value: Value): Value => value;
export const isOne = (sent: 0 | 1): boolean => sent === 1;

/** For a fact that a later version of the rules brought: the logs before lack it. */
export const isLaterOne = (sent: 0 | 1): boolean | undefined => sent === 1;
export const isLaterZero = (sent: 0 | 1): boolean | undefined => sent === 0;

export const hasHappened = (instant: number | null): 0 | 1 => (instant === null ? 0 : 1);

const storedIn = (row: object, { column, send }: Fact): unknown =>
  send(row[column as keyof typeof row]);

// TypeScript cannot type a record that is built from a list of its keys.
const record = <Made>(facts: Facts, entryOf: (fact: Fact, name: string) => [string, unknown]) =>
  Object.fromEntries(
    Object.entries(facts)
      .map(([name, one]) => entryOf(one, name))
      .filter(([name, value]) => name !== '' && value !== undefined),
  ) as Made;

/** The context that a row gives. */
export const factsOfRow = <All extends Facts>(facts: All, row: ColumnsOf<All>) =>
  record<FactsOf<All>>(facts, (one, name) => [name, one.read(storedIn(row, one))]);

/** The fields of an answer about a row. */
export const fieldsOfRow = <All extends Facts>(facts: All, row: ColumnsOf<All>) =>
  record<FieldsOf<All>>(facts, (one) => [one.field, storedIn(row, one)]);

/** The context that an answer gives; a fact whose field it lacks is absent. */
export const factsOfAnswer = <All extends Facts>(facts: All, answer: FieldsOf<All>) =>
  record<FactsOf<All>>(facts, ({ field, read }, name) => {
    const sent: unknown = answer[field as keyof typeof answer];
    return [name, sent === undefined ? undefined : read(sent)];
  });

/** The facts that the columns of a log event change. */
export const changedFacts = <All extends Facts>(facts: All, columns: object) =>
  record<Partial<FactsOf<All>>>(facts, (one, name) => {
    const isChanged = one.logged !== undefined && one.column in columns;
    return [name, isChanged ? one.read(storedIn(columns, one)) : undefined];
  });

/** The columns of a new row whose changes the log carries. */
export const loggedColumns = <All extends Facts>(facts: All) =>
  record<{
    [Name in keyof All as undefined extends All[Name]['logged']
      ? never
      : All[Name]['column']]: Parameters<All[Name]['send']>[0];
  }>(facts, ({ column, logged }) => [column, logged]);
