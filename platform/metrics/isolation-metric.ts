import { Gauge, type Registry } from 'prom-client';

/** Adds the metric that shows what the speech processes of this process are kept from. */
export function registerIsolation(registry: Registry, { network, files }: { network: boolean; files: boolean }): void {
  const gauge = new Gauge({
    name: 'sotto_speech_isolation',
    help: 'What the speech processes have no access to; 1 for the state in use',
    labelNames: ['network', 'files'] as const,
    registers: [registry],
  });
  gauge.set({ network: network ? 'yes' : 'no', files: files ? 'yes' : 'no' }, 1);
}
