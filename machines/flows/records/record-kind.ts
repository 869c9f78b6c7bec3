/** A kind of record: its call, its rules, and where it leads. */
import { type CallPath, calls, type RequestOf } from '#contract/contract.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { refusedIf } from '#machines/domain/refusal.ts';
import type { Destination } from '../steps/destination.ts';
import { refusalsOfSchema } from '../steps/schema-refusals.ts';

/** A call and its body. */
export type RequestTo<Path extends CallPath> = {
  [Name in Path]: { path: Name; body: RequestOf<Name> };
}[Path];

export interface RecordKind<Facts, Values, Request> {
  /** Name of the form among the drafts of a person. */
  draft: string;
  /** Fields that no draft keeps. */
  secret?: readonly (keyof Values & string)[];
  /** Everything that is wrong with what was typed, by field. */
  refusals: (values: Values, facts: Facts) => FailedGuard[];
  /** The call and its body; complete once nothing is wrong with the values. */
  request: (values: Values, facts: Facts) => Request;
  /** The title over a form in which something is wrong. */
  incomplete: string;
  /** Where the person goes once the record is saved, which the record may say; null: nowhere. */
  destination: Destination | null | ((facts: Facts) => Destination);
}

/** A kind whose rules are its own, which `rules` says, and those of the contract for the body of its call. */
export const recordKind = <Facts, Values, Path extends CallPath>({
  rules,
  ...kind
}: Omit<RecordKind<Facts, Values, RequestTo<Path>>, 'refusals'> & {
  rules: (values: Values, facts: Facts, body: Partial<RequestOf<Path>>) => FailedGuard[];
}): RecordKind<Facts, Values, RequestTo<Path>> => ({
  ...kind,
  refusals: (values, facts) => {
    const { path, body } = kind.request(values, facts);
    return [...rules(values, facts, body), ...refusalsOfSchema(calls[path].body, body)];
  },
});

/** The texts of a form without the spaces around them. */
export const trimmed = <Values extends object>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? value.trim() : value,
    ]),
  ) as Values;

/** A text that stands for no value: the name of no city, a number that is none. */
export const meaningless = (guardia: string, text: string, value: unknown, mensaje: string) =>
  refusedIf(text.trim() !== '' && value === undefined, guardia, mensaje);
