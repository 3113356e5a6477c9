/** Closes all that was opened together. */
export interface Closable {
  close(): Promise<void>;
}

/**
 * Opens things that stand on each other. Each is put on the stack, with how it is closed, as soon as it is open; the
 * last one is closed first, and one that fails to close keeps none of the others open.
 * @returns what `open` returns, and one `close` for all of it
 * @throws what `open` throws, once all that was open by then is closed
 */
export async function openTogether<T extends object>(
  open: (opening: AsyncDisposableStack) => Promise<T>,
): Promise<T & Closable> {
  const opening = new AsyncDisposableStack();
  try {
    return { ...(await open(opening)), close: () => opening.disposeAsync() };
  } catch (error) {
    await opening.disposeAsync().catch(() => {}); // why it could not open says more than why it could not close
    throw error;
  }
}
