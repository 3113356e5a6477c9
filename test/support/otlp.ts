import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as received by a collector. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  /** https://github.com/open-telemetry/opentelemetry-proto: 1 internal, 2 server, 3 client */
  readonly kind: number;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface TraceExport {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

interface WireSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly status: { readonly code?: number; readonly message?: string };
  readonly events: readonly unknown[];
}

/** A collector: a real HTTP server on loopback that reads OTLP as JSON. */
export interface Collector {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Everything that arrived, as text, for a search. */
  text(): string;
  stop(): Promise<void>;
}

/** @param options.status how exports are answered, with or without their spans being kept */
export async function startCollector(options: { readonly status?: () => number } = {}): Promise<Collector> {
  const { status = () => 200 } = options;
  const exports: TraceExport[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as TraceExport;
    const answer = request.url === '/v1/traces' ? status() : 404;
    if (answer === 200) exports.push(body);
    response.writeHead(answer, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get spans() {
      return exports.flatMap(spansOf);
    },
    text: () => JSON.stringify(exports),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function spansOf({ resourceSpans }: TraceExport): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(attributesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => spanOf(service, span)));
  });
}

function spanOf(service: string, span: WireSpan): ReceivedSpan {
  const { name, traceId, spanId, parentSpanId = '', kind, startTimeUnixNano, endTimeUnixNano, status } = span;
  return {
    ...{ service, name, traceId, spanId, parentSpanId, kind },
    startNs: BigInt(startTimeUnixNano),
    endNs: BigInt(endTimeUnixNano),
    attributes: attributesOf(span.attributes),
    failed: status.code === 2,
  };
}

function attributesOf(attributes: readonly KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** Draws a trace as a tree, in the order of starts. The Redis commands of one span are one line. */
export function drawTrace(spans: readonly ReceivedSpan[], traceId: string, parentSpanId = '', depth = 0): string[] {
  const children = spans
    .filter((span) => span.traceId === traceId && span.parentSpanId === parentSpanId)
    .toSorted((a, b) => Number(a.startNs - b.startNs));
  const isFirst = (name: string, index: number) => children.findIndex((span) => shown(span) === name) === index;
  return children.flatMap((span, index) => {
    const name = shown(span);
    if (name === REDIS && !isFirst(name, index)) return [];
    return [`${'  '.repeat(depth)}${name} (${span.service})`, ...drawTrace(spans, traceId, span.spanId, depth + 1)];
  });
}

const REDIS = 'redis …';
const shown = ({ name }: ReceivedSpan) => (name.startsWith('redis ') ? REDIS : name);
