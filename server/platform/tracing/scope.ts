/**
 * The recorded work that the code at hand is part of. Without OpenTelemetry nothing opens one, and whoever asks finds none:
 * `AsyncLocalStorage` costs nothing until its first use.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogEvent } from 'kysely';
import { codeOf } from '../errors/error-code.ts';
import type { TraceParent } from './trace-parent.ts';

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

/** A scope that keeps what is added, for whoever asked for the work elsewhere. */
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
