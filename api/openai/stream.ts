import type { Piece } from '../../speech/types.ts';
import type { Body } from '../schemas/components.ts';
import type { ResponseFormat } from './form.ts';
import { type DiarizedSegment, diarizedSegments, type Recognition } from './render.ts';

type Event =
  | { readonly type: 'transcript.text.delta'; readonly delta: string }
  | { readonly type: 'transcript.text.done'; readonly text: string }
  | DiarizedSegment
  | Body<'OpenAiError'>;

export interface TranscriptStream {
  /** Sends the raw words of a piece. The text that follows must begin with those of all pieces. */
  readonly onPiece: (piece: Piece) => void;
  /** Resolves with the first words. Before that, the response can still be an error with its own status. */
  readonly begun: Promise<void>;
  /** The body: everything sent so far, and the rest as it arrives. */
  readonly body: ReadableStream<Uint8Array>;
  /** Sends the rest of the transcription and ends the stream. */
  finish(format: ResponseFormat, recognition: Recognition): void;
  /** Ends the stream with an error event, because the status was already sent. */
  fail(error: Body<'OpenAiError'>): void;
}

/** Server-sent events of one transcription. */
export function createTranscriptStream(): TranscriptStream {
  const encoder = new TextEncoder();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let sent = '';
  let isOpen = true;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (opened) => {
      controller = opened;
    },
    cancel: () => {
      isOpen = false;
    },
  });

  function send(event: Event): void {
    if (isOpen) controller?.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
  }

  function sendText(delta: string): void {
    if (delta === '') return;
    sent += delta;
    send({ type: 'transcript.text.delta', delta });
  }

  function end(): void {
    if (isOpen) controller?.close();
    isOpen = false;
  }

  return {
    begun,
    body,
    onPiece: ({ segments }) => {
      const text = segments.map((segment) => segment.text).join(' ');
      sendText(sent !== '' && text !== '' ? ` ${text}` : text);
      if (sent !== '') begin();
    },
    finish: (format, { text, transcript }) => {
      sendText(text.slice(sent.length));
      if (format === 'diarized_json') for (const segment of diarizedSegments(transcript)) send(segment);
      send({ type: 'transcript.text.done', text });
      end();
    },
    fail: (error) => {
      send(error);
      end();
    },
  };
}
