/** The tracer; without `OTEL_EXPORTER_OTLP_ENDPOINT` there is none, and nothing of it is loaded. */
import type { Logger } from 'pino';
import type { Traces } from '../config/config.ts';
import type { Tracing } from './scope.ts';

/** Loads OpenTelemetry when it is switched on. */
export async function startTracing(
  traces: Traces | null,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<Tracing | null> {
  if (traces === null) return null;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry(traces, log);
}
