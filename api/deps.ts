import type { Services } from '../composition/services.ts';
import type { Metrics } from '../platform/metrics/api-metrics.ts';
import type { Readiness } from '../platform/readiness.ts';
import type { SpeechEngine } from '../speech/types.ts';
import type { EventStreams } from './app/event-streams.ts';
import type { LiveHost } from './live/host.ts';
import type { WebRouteDeps } from './web/routes.ts';

/** The dependencies of the routes, in groups. Each route declares the groups that it uses. */
export interface ApiDeps extends Services, WebRouteDeps {
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly eventStreams: EventStreams;
  readonly live: LiveHost;
  /** Opens the recordings of dictations. */
  readonly speech: Pick<SpeechEngine, 'open'>;
}
