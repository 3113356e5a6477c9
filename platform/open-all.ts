/** A resource that can be closed. */
export interface Closable {
  close(): Promise<void>;
}

/** The resources that {@link openAll} has opened so far, each with a function that closes it. */
export type Opening = AsyncDisposableStack;

/**
 * Opens resources that depend on each other. They are closed in reverse order. If closing one fails, the others are
 * still closed.
 * @returns the result of `open`, with one `close` for all resources
 * @throws the error of `open`, after closing everything that was open
 */
export async function openAll<T extends object>(open: (opening: Opening) => Promise<T>): Promise<T & Closable> {
  const opening = new AsyncDisposableStack();
  try {
    return { ...(await open(opening)), close: () => opening.disposeAsync() };
  } catch (error) {
    await opening.disposeAsync().catch(() => {}); // the error of `open` is more useful
    throw error;
  }
}
