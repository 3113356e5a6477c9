import { createServer } from 'node:net';
import type { PrometheusMetricsExporter } from '@temporalio/worker';

/** The metrics of Temporal's SDK, in Prometheus' text format. */
export interface SdkMetrics {
  /** Serves them to this process, with names and units in Prometheus' style. */
  readonly exporter: { readonly prometheus: PrometheusMetricsExporter['prometheus'] };
  /** Empty while there is nothing to read. */
  read(): Promise<string>;
}

const READ_TIMEOUT_MS = 2_000;
/** Relevant waiting times start at tenths of a second, which the SDK's own buckets do not resolve. */
const WAITING_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];
/** Each API process has its own queue, whose name would create new series at every start. */
const OWN_QUEUE = /task_queue="dictation@[^"]*"/g;

/** The SDK can only serve its metrics over HTTP itself. It uses a free port, and the process forwards them. */
export async function openSdkMetrics(): Promise<SdkMetrics> {
  const bindAddress = `127.0.0.1:${await freePort()}`;
  return {
    exporter: {
      prometheus: {
        bindAddress,
        countersTotalSuffix: true,
        unitSuffix: true,
        useSecondsForDurations: true,
        histogramBucketOverrides: {
          workflow_task_schedule_to_start_latency: WAITING_SECONDS,
          activity_schedule_to_start_latency: WAITING_SECONDS,
        },
      },
    },
    read: async () => {
      try {
        const response = await fetch(`http://${bindAddress}/metrics`, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) });
        return (await response.text()).replaceAll(OWN_QUEUE, 'task_queue="dictation"');
      } catch {
        return '';
      }
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0));
    });
  });
}
