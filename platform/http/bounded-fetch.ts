/** `fetch` for content that may be sent only to one configured server. */
export type BoundedFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Creates a `fetch` that follows no redirect, which would send content to another host, and limits the response body.
 * @param maxBytes the maximum length of a body
 * @param tooLong creates the error for a longer body
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
