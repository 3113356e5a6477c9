import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A delivery as the receiver saw it. */
export interface Delivery {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly ok: boolean;
}

/** The receiver of `receiver.ts`, in a separate process. */
export interface ReceiverProcess {
  readonly url: string;
  readonly child: ReturnType<typeof spawn>;
  /** The deliveries since the last report. */
  readonly report: () => Promise<Delivery[]>;
  /** Closes all connections that hang. */
  readonly release: () => Promise<void>;
}

export async function startReceiverProcess(): Promise<ReceiverProcess> {
  const script = fileURLToPath(new URL('./receiver.ts', import.meta.url));
  const child = spawn(process.execPath, ['run', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    child,
    report: async () => (await (await fetch(`${url}/report`)).json()) as Delivery[],
    release: async () => void (await fetch(`${url}/release`)),
  };
}
