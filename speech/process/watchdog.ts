/** A process with jobs that is silent at so many looks in a row hangs, in a decoder most likely. */
const LOOK_EVERY_MS = 5_000;
const MOST_SILENT_LOOKS = 2;

/** Tells a process that hangs from one that works. */
export interface Watchdog {
  /** The process said something. */
  heard(): void;
  stop(): void;
}

/**
 * Looks at a process every few seconds.
 * @param isBusy whether it has jobs, and so has to say something each second
 * @param onHang called once when it said nothing for 10 to 15 seconds
 */
export function watchSilence(isBusy: () => boolean, onHang: () => void): Watchdog {
  let silentLooks = 0;
  const looks = setInterval(() => {
    silentLooks = isBusy() ? silentLooks + 1 : 0;
    if (silentLooks <= MOST_SILENT_LOOKS) return;
    clearInterval(looks);
    onHang();
  }, LOOK_EVERY_MS);
  looks.unref();
  const heard = () => {
    silentLooks = 0;
  };
  return { heard, stop: () => clearInterval(looks) };
}
