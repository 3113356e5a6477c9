import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, resourceAttributesEnvDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type IdGenerator, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import { describeError, type Log } from '../log.ts';
import { traceRedis } from './redis-spans.ts';
import { createSampler } from './sampler.ts';
import type { SamplerName } from './sampler-names.ts';
import type { EndedSpan, OpenSpan, SpanAttributes, SpanOptions, Tracing } from './tracing.ts';

export interface TracingOptions {
  /** Base URL of the collector. Spans go to its `/v1/traces`. */
  readonly endpoint: string;
  readonly serviceName: string;
  readonly sampler: SamplerName;
  /** The share of traces that a ratio sampler keeps, from 0 to 1. */
  readonly ratio: number;
  readonly log: Log;
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/**
 * Tracing by OpenTelemetry, with OTLP over HTTP as JSON. Nothing is registered globally. The exporter itself reads the
 * other standard variables, such as `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_EXPORTER_OTLP_TIMEOUT`.
 */
export function createTracing({ endpoint, serviceName, sampler, ratio, log }: TracingOptions): Tracing {
  const ids = createIds();
  const manager = new AsyncLocalStorageContextManager().enable();
  const resource = resourceFromAttributes({ 'service.name': serviceName });
  const provider = new TracerProvider({
    resource: detectResources({ detectors: [resourceAttributesEnvDetector] }).merge(resource),
    sampler: createSampler(sampler, ratio),
    idGenerator: ids.generator,
    spanProcessors: [new BatchSpanProcessor({ exporter: createExporter(endpoint, log) })],
  });
  const tracer = provider.getTracer('sotto');

  function start(name: string, { kind = 'internal', attributes, parent }: SpanOptions = {}): OpenSpan {
    const context = parent === undefined ? manager.active() : contextOf(parent);
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, context);
    return openSpan(span, trace.setSpan(context, span), manager);
  }

  async function within<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T> {
    const span = start(name, options);
    try {
      const result = await span.run(() => work(span));
      span.end();
      return result;
    } catch (error) {
      span.end(error);
      throw error;
    }
  }

  function add({ name, traceparent, parent, startedAtMs, attributes, failed }: EndedSpan): void {
    const own = parseTraceParent(traceparent);
    if (!own) return;
    const options = { kind: SpanKind.INTERNAL, attributes: { ...attributes }, startTime: startedAtMs };
    const span = ids.withSpanId(own.spanId, () => tracer.startSpan(name, options, contextOf(parent)));
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }

  function traceparent(): string | undefined {
    const active = trace.getSpan(manager.active());
    return active && traceparentOf(active.spanContext());
  }

  const tracing = { start, within, add, traceparent };
  const stopRedis = traceRedis(tracing);
  return {
    ...tracing,
    // The exporter has logged why spans did not arrive.
    flush: () => provider.forceFlush().catch(() => {}),
    close: async () => {
      stopRedis();
      await provider.shutdown().catch(() => {});
      manager.disable();
    },
  };
}

function openSpan(span: Span, context: Context, manager: AsyncLocalStorageContextManager): OpenSpan {
  const { traceId } = span.spanContext();
  return {
    traceId,
    traceparent: traceparentOf(span.spanContext()),
    run: (work) => manager.with(context, work),
    rename: (name) => void span.updateName(name),
    set: (attributes: SpanAttributes) => void span.setAttributes({ ...attributes }),
    end: (error) => {
      if (error !== undefined) {
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', typeOf(error));
      }
      span.end();
    },
  };
}

function typeOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const { name, code } = describeError(error);
  return code ?? name;
}

/** A context whose span is the caller's. A malformed `traceparent` starts a new trace. */
function contextOf(traceparent: string): Context {
  const parent = parseTraceParent(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Random ids, except for a span whose id its children already name. */
function createIds() {
  const random = new RandomIdGenerator();
  let given: string | undefined;
  const generator: IdGenerator = {
    generateTraceId: () => random.generateTraceId(),
    generateSpanId: () => given ?? random.generateSpanId(),
  };
  function withSpanId<T>(spanId: string, startSpan: () => T): T {
    given = spanId;
    try {
      return startSpan();
    } finally {
      given = undefined;
    }
  }
  return { generator, withSpanId };
}

const NOT_SENT = 'Spans not sent to OTEL_EXPORTER_OTLP_ENDPOINT';

/** Logs once when the collector stops accepting spans, and once when it accepts them again. */
function createExporter(endpoint: string, log: Log): OTLPTraceExporter {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const send = exporter.export.bind(exporter);
  let failing = false;
  exporter.export = (spans, done) =>
    send(spans, (result) => {
      const failed = result.code === ExportResultCode.FAILED;
      if (failed && !failing) log.warn({ spans: spans.length, error: describeError(result.error) }, NOT_SENT);
      if (!failed && failing) log.info('Collector accepts spans again');
      failing = failed;
      done(result);
    });
  return exporter;
}
