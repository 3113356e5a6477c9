/**
 * Loads something at the first call and keeps it. After a failure, the next call tries again.
 * @returns what was loaded; concurrent calls share one load
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
