/** `traceparent` of W3C Trace Context (level 1): which trace a request belongs to, and below what. */
import { randomBytes } from 'node:crypto';

export interface TraceParent {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits: the span of whoever asks. */
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
