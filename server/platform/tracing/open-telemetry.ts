/** Exports spans with OpenTelemetry as OTLP over HTTP, in JSON. Loaded only when tracing is enabled. */
import {
  type Context,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  ROOT_CONTEXT,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TraceSampler, Traces } from '../config/config.ts';
import {
  type FinishedSpan,
  type OpenSpan,
  type Scope,
  type TraceParent,
  type Tracing,
  spanClock,
} from './scope.ts';

/** Milliseconds that a shutdown waits for the collector; less than the stop limit of the process. */
const END_LIMIT = 3_000;

const samplers: Record<TraceSampler, (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) =>
    new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

/** Wraps an exporter to log when the collector becomes unreachable and when it recovers, instead of every failure. */
function loggingExporter(exporter: SpanExporter, log: Pick<Logger, 'info' | 'warn'>): SpanExporter {
  let isGone = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        // ExportResultCode: 0 is success.
        const failed = result.code !== 0;
        if (failed && !isGone)
          log.warn({ err: result.error }, 'el colector de trazas no recibe: se descartan');
        if (!failed && isGone) log.info('el colector de trazas recibe otra vez');
        isGone = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

const remote = ({ traceId, spanId, isSampled }: TraceParent): SpanContext => ({
  traceId,
  spanId,
  isRemote: true,
  traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
});

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER };

function fail(span: Span, failure: string | undefined): void {
  if (failure === undefined) return;
  span.setAttribute('error.type', failure);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

export function openTelemetry(traces: Traces, log: Pick<Logger, 'info' | 'warn'>): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'caja-menor' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplers[traces.sampler](traces.ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: loggingExporter(new OTLPTraceExporter({ headers: traces.headers }), log),
      }),
    ],
  });
  const tracer = provider.getTracer('caja-menor');

  const add = (finished: FinishedSpan, above: Context): void => {
    const { name, start, end, attributes, failure, children = [], isCall } = finished;
    const kind = isCall ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const span = tracer.startSpan(name, { kind, startTime: start, attributes }, above);
    const inside = trace.setSpan(above, span);
    for (const child of children) add(child, inside);
    fail(span, failure);
    span.end(end);
  };

  return {
    open(name, kind, { parent, cause }): OpenSpan {
      const above = parent ? trace.setSpanContext(ROOT_CONTEXT, remote(parent)) : ROOT_CONTEXT;
      const now = spanClock();
      const links = cause ? [{ context: remote(cause) }] : [];
      const span = tracer.startSpan(name, { kind: kinds[kind], startTime: now(), links }, above);
      const inside = trace.setSpan(above, span);
      const { traceId, spanId } = span.spanContext();
      const origin = { traceId, spanId, isSampled: true };
      const scope: Scope = { origin, now, add: (finished) => add(finished, inside) };
      return {
        traceId,
        scope: span.isRecording() ? scope : null,
        end(better, attributes, failure) {
          span.updateName(better);
          span.setAttributes(attributes);
          fail(span, failure);
          span.end(now());
        },
      };
    },
    async end() {
      let limit: NodeJS.Timeout | undefined;
      const expired = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, END_LIMIT);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), expired]);
      clearTimeout(limit);
    },
  };
}
