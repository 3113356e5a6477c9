import { signal } from '@preact/signals';

/** Whether this page records a note. The first load contains this module, but not the recorder. */
export const recordingNow = signal(false);
