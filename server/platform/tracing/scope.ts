import type { LogEvent } from 'kysely';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { codeOf } from '../errors/http-error.ts';

/** `traceparent` of W3C Trace Context (level 1): the trace and the parent span of a request. */

export interface TraceParent {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits: the span of the caller. */
  spanId: string;
  /** The caller records its spans. */
  isSampled: boolean;
}

/** Version 00, or a later version, which may have further fields. */
const form =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** @returns null when the header is absent, repeated or invalid */
export function traceParentOf(header: string | readonly string[] | undefined): TraceParent | null {
  const found = typeof header === 'string' ? form.exec(header.trim()) : null;
  if (!found) return null;
  const [, version, traceId = '', spanId = '', flags = '', more] = found;
  if (version === '00' && more !== undefined) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Formats a `traceparent` header, version 00. */
export const headerOf = ({ traceId, spanId, isSampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

export const newTraceId = (): string => randomBytes(16).toString('hex');

/**
 * The current scope: the traced operation that the running code belongs to. Without OpenTelemetry no scope is opened,
 * and `AsyncLocalStorage` costs nothing until its first use.
 */

/** Values contain no personal data: only our own names, numbers and codes. */
type Attributes = Record<string, string | number>;

/** A finished span, possibly of another process. */
export interface FinishedSpan {
  name: string;
  /** Epoch milliseconds, with fractions. */
  start: number;
  end: number;
  attributes: Attributes;
  /** Error code; never the message, which may quote a row. */
  failure?: string;
  children?: readonly FinishedSpan[];
  /** True for a database call, exported as a client span. */
  isCall?: boolean;
}

export interface Scope {
  /** The span of this scope, to link later work to its cause; null when the span belongs to another process. */
  origin: TraceParent | null;
  /** Epoch milliseconds, with fractions; the same clock for all spans of the scope. */
  now: () => number;
  add: (span: FinishedSpan) => void;
}

/** An open root span of this process. */
export interface OpenSpan {
  traceId: string;
  /** Null when the sampler dropped the trace. */
  scope: Scope | null;
  /** @param name final name, which replaces the one given to `open` */
  end: (name: string, attributes: Attributes, failure?: string) => void;
}

/** Origin of a span. */
interface Origins {
  /** The span that waits for it. */
  parent?: TraceParent | null;
  /** The span that deferred it; exported as a link. */
  cause?: TraceParent | null;
}

export interface Tracing {
  /** @param kind `server`: answers a request; `consumer`: processes deferred work */
  open: (name: string, kind: 'server' | 'consumer', from: Origins) => OpenSpan;
  /** Flushes the remaining spans, for a few seconds at most. */
  end: () => Promise<void>;
}

const scopes = new AsyncLocalStorage<Scope>();

export const currentScope = (): Scope | undefined => scopes.getStore();

export const inScope = <Result>(scope: Scope, work: () => Result): Result =>
  scopes.run(scope, work);

/** A monotonic clock with sub-millisecond resolution, in epoch milliseconds. */
export function spanClock(): () => number {
  const offset = Date.now() - performance.now();
  return () => offset + performance.now();
}

/** A scope that collects the added spans, to send them to the caller's process or thread. */
export function collectingScope(): { scope: Scope; stored: FinishedSpan[] } {
  const stored: FinishedSpan[] = [];
  return {
    scope: { origin: null, now: spanClock(), add: (span) => void stored.push(span) },
    stored,
  };
}

/** Maximum length of a recorded statement, in characters; inserts of many rows repeat the same text. */
const LONGEST_STATEMENT = 2_000;

/** Replaces quoted literals of a prepared statement, which may be inlined values, with `?`. */
const withoutTexts = (statement: string): string => statement.replaceAll(/'(?:[^']|'')*'/g, '?');

/** Kysely log function that records each statement as a span of the current scope. */
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
