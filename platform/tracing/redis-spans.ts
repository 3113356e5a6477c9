import { tracingChannel } from 'node:diagnostics_channel';
import type { OpenSpan, Tracing } from './tracing.ts';

/** What ioredis publishes of a command. Its arguments are content and are not read. */
interface PublishedCommand {
  readonly command: string;
  readonly error?: unknown;
}

/**
 * Makes a span of each Redis command that runs within a span. Commands of background work have none.
 * @returns ends it
 */
export function traceRedis(tracing: Pick<Tracing, 'start' | 'traceparent'>): () => void {
  const spans = new WeakMap<object, OpenSpan>();
  const channel = tracingChannel<object>('ioredis:command');
  const subscribers = {
    start: (published: object) => {
      if (tracing.traceparent() === undefined) return;
      const { command } = published as PublishedCommand;
      const attributes = { 'db.system.name': 'redis', 'db.operation.name': command };
      spans.set(published, tracing.start(`redis ${command}`, { kind: 'client', attributes }));
    },
    end: () => {},
    asyncStart: () => {},
    asyncEnd: (published: object) => spans.get(published)?.end((published as PublishedCommand).error),
    error: () => {},
  };
  channel.subscribe(subscribers);
  return () => void channel.unsubscribe(subscribers);
}
