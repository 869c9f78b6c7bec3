import type * as yup from 'yup';
import type { KeyScope } from './key-scopes.ts';
import type { Permission } from './permissions.ts';

/** Callers that a call admits: anyone, any signed-in user, or users with one of the permissions. */
export type Who = 'anyone' | 'session' | readonly [Permission, ...Permission[]];

/** Rules for the uploaded file of a call. */
export interface UploadRules {
  maximumBytes: number;
  /** Accepted file types, as shown to the user. */
  types: string;
  /** Error message for a missing file; absent when the file is optional. */
  missing?: string;
  /** The form may omit the application token, as that of the specification does; a token that is sent must be right. */
  withoutToken?: true;
}

export interface Call {
  /** One line in Spanish for the OpenAPI document. */
  summary: string;
  who: Who;
  /** Scope with which a machine's key may make the call; absent: no key may. */
  keys?: KeyScope;
  kind: 'read' | 'mutation';
  body: yup.AnyObjectSchema;
  answer: yup.AnySchema;
  /** The body is multipart; its file is in the field `archivo`. */
  multipart?: UploadRules;
  /** The answer may be paged; `X-Total-Count` carries the total. */
  list?: true;
  /** The call creates a row: a retry with the same `Idempotency-Key` returns the first result. */
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

/** Preserves the literal types of a part of the table. */
export const defineCalls = <const Calls extends Record<`/${string}`, Call>>(calls: Calls): Calls =>
  calls;
