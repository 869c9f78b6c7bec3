import type { LogEvent } from 'kysely';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { codeOf } from '../errors/http-error.ts';

/** `traceparent` of W3C Trace Context (level 1): which trace a request belongs to, and below what. */

export interface TraceParent {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits: the span of the caller. */
  spanId: string;
  /** The caller records its part. */
  isSampled: boolean;
}

/** Version 00, or a later one, which may say more after it. */
const form =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** @returns null for a header that is absent, comes twice or is not valid: it counts as absent */
export function traceParentOf(header: string | readonly string[] | undefined): TraceParent | null {
  const found = typeof header === 'string' ? form.exec(header.trim()) : null;
  if (!found) return null;
  const [, version, traceId = '', spanId = '', flags = '', more] = found;
  if (version === '00' && more !== undefined) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The header of a trace, in the version of the standard that everybody reads. */
export const headerOf = ({ traceId, spanId, isSampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

export const newTraceId = (): string => randomBytes(16).toString('hex');

/**
 * The recorded work that the code at hand is part of. Without OpenTelemetry nothing opens one, and callers find none:
 * `AsyncLocalStorage` costs nothing until its first use.
 */

/** Values say nothing of persons: names of ours, numbers, codes. */
type Attributes = Record<string, string | number>;

/** A piece of work that is over. It may have been done in another process. */
export interface FinishedSpan {
  name: string;
  /** Epoch milliseconds, with fractions. */
  start: number;
  end: number;
  attributes: Attributes;
  /** Code of an error, never its message, which may quote a row. */
  failure?: string;
  children?: readonly FinishedSpan[];
  /** True for a question to the database, another program. */
  isCall?: boolean;
}

export interface Scope {
  /** The work itself, for what it causes to name later; null where another process names it. */
  origin: TraceParent | null;
  /** Epoch milliseconds, with fractions; the same clock for all spans of the scope. */
  now: () => number;
  add: (span: FinishedSpan) => void;
}

/** Work under way at the top of this process's part of a trace. */
export interface OpenSpan {
  traceId: string;
  /** Null when the sampler left the trace out. */
  scope: Scope | null;
  /** @param name the better one that is known at the end */
  end: (name: string, attributes: Attributes, failure?: string) => void;
}

/** Where work comes from. */
interface Origins {
  /** The work that waits for it. */
  parent?: TraceParent | null;
  /** The work that left it to be done later. */
  cause?: TraceParent | null;
}

export interface Tracing {
  /** @param kind `server`: it answers a request; `consumer`: it does what was left for it */
  open: (name: string, kind: 'server' | 'consumer', from: Origins) => OpenSpan;
  /** Sends what is left, for a few seconds at most. */
  end: () => Promise<void>;
}

const scopes = new AsyncLocalStorage<Scope>();

export const currentScope = (): Scope | undefined => scopes.getStore();

export const inScope = <Result>(scope: Scope, work: () => Result): Result =>
  scopes.run(scope, work);

/** A clock that neither stands nor goes back within a millisecond, as that of the machine does. */
export function spanClock(): () => number {
  const offset = Date.now() - performance.now();
  return () => offset + performance.now();
}

/** A scope that keeps what is added, for the caller in another process or thread. */
export function keepingScope(): { scope: Scope; stored: FinishedSpan[] } {
  const stored: FinishedSpan[] = [];
  return {
    scope: { origin: null, now: spanClock(), add: (span) => void stored.push(span) },
    stored,
  };
}

/** Characters of a statement that are reported: one that writes many rows repeats itself. */
const LONGEST_STATEMENT = 2_000;

/** The text as prepared: values are parameters. What stands in quotes may have been one before. */
const withoutTexts = (statement: string): string => statement.replaceAll(/'(?:[^']|'')*'/g, '?');

/** Kysely's log of a connection whose statements are spans of the scope that asks. */
export function statementLog(system: 'sqlite' | 'postgresql'): (event: LogEvent) => void {
  return (event) => {
    const scope = currentScope();
    if (scope === undefined) return;
    const { sql: statement } = event.query;
    const text = withoutTexts(statement.slice(0, LONGEST_STATEMENT));
    const [operation = ''] = /^\w+/.exec(text.trimStart()) ?? [];
    const end = scope.now();
    scope.add({
      name: operation.toUpperCase(),
      start: end - event.queryDurationMillis,
      end,
      attributes: {
        'db.system.name': system,
        'db.operation.name': operation.toUpperCase(),
        'db.query.text': text,
      },
      isCall: true,
      ...(event.level === 'error' && { failure: codeOf(event.error) || 'error' }),
    });
  };
}
