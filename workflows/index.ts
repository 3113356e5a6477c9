// biome-ignore-all lint/performance/noBarrelFile: the bundle's entry, every export becomes a workflow type
export { accountDeletion } from './account-deletion.ts';
export { accountExport } from './account-export.ts';
export { dictation } from './dictation.ts';
export { endpointWatch } from './endpoint-watch.ts';
export { liveSession } from './live-session.ts';
export { maintenance } from './maintenance.ts';
export { manualSend } from './manual-send.ts';
export { note } from './note.ts';
export { webhookEvent } from './webhook-event.ts';
