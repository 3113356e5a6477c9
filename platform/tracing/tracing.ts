/** Ids, codes, sizes and times. Never content, names, addresses or secrets. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  /** @default 'internal' */
  readonly kind?: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
  /** A W3C `traceparent`; an empty text starts a new trace. @default the active span's */
  readonly parent?: string | undefined;
}

/** A span that has not ended. */
export interface OpenSpan {
  readonly traceparent: string;
  readonly traceId: string;
  /** Runs work with this span as the active one, so that spans started in it are its children. */
  run<T>(work: () => T): T;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /**
   * Ends the span.
   * @param error what failed, or its code. Of an error only its code or kind is recorded: its message may quote content
   */
  end(error?: unknown): void;
}

/** A span that is known only once it is over, with the id that its children already name. */
export interface EndedSpan {
  readonly name: string;
  readonly traceparent: string;
  readonly parent: string;
  readonly startedAtMs: number;
  readonly attributes: SpanAttributes;
  readonly failed: boolean;
}

/** Makes spans and sends them to an OpenTelemetry collector. */
export interface Tracing {
  start(name: string, options?: SpanOptions): OpenSpan;
  /** Runs work in a span of its own, which ends with it. */
  within<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** Adds a span that is over. */
  add(span: EndedSpan): void;
  /** The active span's W3C `traceparent`; undefined outside of spans. */
  traceparent(): string | undefined;
  /** Sends the spans that ended. Resolves whether they arrived or not. */
  flush(): Promise<void>;
  /** Sends what is left. */
  close(): Promise<void>;
}
