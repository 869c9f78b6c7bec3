/** The `traceparent` header of W3C Trace Context. */
import { expect, test } from 'vitest';
import { newTraceId, traceParentOf } from '#server/platform/tracing/scope.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test.each([
  [`00-${traceId}-${spanId}-01`, true],
  [`00-${traceId}-${spanId}-00`, false],
  [` 00-${traceId}-${spanId}-03 `, true],
  // Of a later version only the known fields are read.
  [`cc-${traceId}-${spanId}-01-more`, true],
])('%s is read', (header, isSampled) => {
  expect(traceParentOf(header)).toEqual({ traceId, spanId, isSampled });
});

test.each([
  undefined,
  '',
  'hola',
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${traceId}-${spanId}-1`,
  `ff-${traceId}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId.slice(1)}-${spanId}-01`,
  `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01\n{"level":60}`,
])('%j counts as absent', (header) => {
  expect(traceParentOf(header)).toBeNull();
});

test('a new trace id is unique', () => {
  const made = [newTraceId(), newTraceId()];
  for (const id of made) expect(id).toMatch(/^[\da-f]{32}$/);
  expect(made[0]).not.toBe(made[1]);
});
