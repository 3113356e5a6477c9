import { signal } from '@preact/signals';

/** Whether this page records a note. Part of the first load, unlike the recorder. */
export const recordingNow = signal(false);
