import { signal } from '@preact/signals';

/** Whether the device reports a connection. */
export const online = signal(navigator.onLine);

addEventListener('online', () => {
  online.value = true;
});
addEventListener('offline', () => {
  online.value = false;
});
