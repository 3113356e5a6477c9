/** `fetch` for content that may go to one configured server alone. */
export type BoundedFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` that follows no redirect, which would carry content to another host, and cuts an answer without end.
 * @param maxBytes the longest body that is read
 * @param tooLong what reading fails with beyond that
 */
export function createBoundedFetch(maxBytes: number, tooLong: () => Error): BoundedFetch {
  return async function boundedFetch(input, init) {
    const response = await fetch(input, { ...init, redirect: 'error' });
    if (response.body === null) return response;
    let bytes = 0;
    const bounded = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          if (bytes > maxBytes) controller.error(tooLong());
          else controller.enqueue(chunk);
        },
      }),
    );
    return new Response(bounded, response);
  };
}
