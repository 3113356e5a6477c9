/** A resource that can be closed. */
export interface Closable {
  close(): Promise<void>;
}

/** Collects the resources that {@link openAll} opened so far, each with how to close it. */
export type Opening = AsyncDisposableStack;

/**
 * Opens resources that depend on each other. They are closed in reverse order; a failure to close one does not keep
 * the others open.
 * @returns what `open` returns, and one `close` for all of it
 * @throws what `open` throws, after closing everything that was open by then
 */
export async function openAll<T extends object>(open: (opening: Opening) => Promise<T>): Promise<T & Closable> {
  const opening = new AsyncDisposableStack();
  try {
    return { ...(await open(opening)), close: () => opening.disposeAsync() };
  } catch (error) {
    await opening.disposeAsync().catch(() => {}); // the reason that it could not open says more
    throw error;
  }
}
