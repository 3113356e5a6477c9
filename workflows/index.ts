// biome-ignore-all lint/performance/noBarrelFile: the bundle's entry, every export becomes a workflow type
export { dictation } from './dictation.ts';
export { maintenance } from './maintenance.ts';
