/** One server-sent event. */
export interface SentEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export type EventReader = Awaited<ReturnType<typeof readEvents>>;

/** Opens a stream of server-sent events and collects them until it ends or is stopped. */
export async function readEvents(url: string, headers: Record<string, string>) {
  const leave = new AbortController();
  const response = await fetch(url, { headers, signal: leave.signal });
  return { response, ...gatherEvents(response.ok ? response.body : null), stop: () => leave.abort() };
}

/** The same for a stream that is already open. */
export function gatherEvents(stream: ReadableStream<Uint8Array> | null) {
  const events: SentEvent[] = [];
  let text = '';
  const ended = (async () => {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of stream ?? []) {
        const said = decoder.decode(chunk, { stream: true });
        text += said;
        const blocks = (rest + said).split('\n\n');
        rest = blocks.pop() ?? '';
        events.push(...blocks.flatMap(readBlock));
      }
    } catch {
      // it was stopped
    }
  })();
  return { events, ended, text: () => text };
}

function readBlock(block: string): SentEvent[] {
  const [, event = '', data = ''] = /^event: (\w+)\ndata: (.+)$/.exec(block) ?? [];
  return event === '' ? [] : [{ event, data: JSON.parse(data) }];
}
