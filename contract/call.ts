import type * as yup from 'yup';
import type { Permission } from './permissions.ts';

/** Callers that a call admits: anybody, every signed-in person, or those who have one of the permissions. */
export type Who = 'anyone' | 'session' | readonly [Permission, ...Permission[]];

/** Rules of a call about the file that it takes. */
export interface UploadRules {
  maximumBytes: number;
  /** Kinds of file, for people. */
  types: string;
  /** The sentence when there is no file; absent where the call does without one. */
  missing?: string;
}

export interface Call {
  /** One Spanish line for the documentation. */
  summary: string;
  who: Who;
  kind: 'read' | 'mutation';
  body: yup.AnyObjectSchema;
  answer: yup.AnySchema;
  /** The body is multipart: its file comes in the field `archivo`. */
  multipart?: UploadRules;
  /** The answer may be paged; the total comes in `X-Total-Count`. */
  list?: true;
  /** Creation: the header `Idempotency-Key` makes a repetition answer the first result. */
  creates?: true;
}

type Part = Omit<Call, 'kind'>;

/** A call that changes nothing. */
export const read = <const Read extends Part>(call: Read) => ({ ...call, kind: 'read' as const });

/** A call that changes something. */
export const mutation = <const Mutation extends Part>(call: Mutation) => ({
  ...call,
  kind: 'mutation' as const,
});

/** Keeps the literal types of a part of the table. */
export const defineCalls = <const Calls extends Record<`/${string}`, Call>>(calls: Calls): Calls =>
  calls;
