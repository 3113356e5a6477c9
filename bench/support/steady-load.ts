import type { Delivery } from './receiver-process.ts';

/**
 * Open loop: events start at fixed times, independent of previous ones. An event that was refused is not accepted, so
 * that it cannot be lost.
 */
export async function steady<Target>(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  targets: readonly Target[],
  emit: (target: Target) => Promise<string>,
  report: () => Promise<Delivery[]>,
) {
  const accepted = new Map<string, number>();
  const emitting: Promise<void>[] = [];
  let refused = 0;
  const accept = async (target: Target, at: number) => {
    try {
      accepted.set(await emit(target), at);
    } catch {
      refused += 1;
    }
  };
  const startedAt = performance.now();
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    const waitMs = startedAt + (sent * 1000) / perSecond - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const at = performance.timeOrigin + performance.now();
    const target = targets[sent % targets.length];
    if (target) emitting.push(accept(target, at));
  }
  await Promise.all(emitting);
  const deliveries: Delivery[] = [];
  // Late deliveries are waited for up to 20 seconds; only later ones count as lost.
  for (let waited = 0; waited < 200 && deliveries.length < accepted.size; waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    deliveries.push(...(await report()));
  }
  const first = new Map(deliveries.map(({ id, at }) => [id, at]));
  const latencies = [...accepted].flatMap(([id, at]) => (first.has(id) ? [(first.get(id) ?? at) - at] : []));
  const twice = deliveries.filter(({ id }) => accepted.has(id)).length - latencies.length;
  return {
    latencies,
    refused,
    lost: accepted.size - latencies.length,
    wrong: twice + deliveries.filter(({ ok }) => !ok).length,
  };
}
