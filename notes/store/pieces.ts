import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import { eventArgs } from '../../platform/redis/user-events.ts';
import type { Piece } from '../../speech/types.ts';
import { packSegment, type StoredSegment, unpackSegment } from './segment-codec.ts';

/** Long enough for an outage of days. Older pieces belong to abandoned runs. */
const LIFETIME_SECONDS = 7 * 24 * 60 * 60;

type StoredPiece = Omit<Piece, 'segments'> & { readonly segments: readonly StoredSegment[] };

export type PieceStore = ReturnType<typeof createPieceStore>;

/** Stores the finished pieces of running transcriptions, so that another worker can continue after a crash. */
export function createPieceStore(redis: Redis) {
  return {
    /** Stores a piece and publishes the progress of the transcription to the user. */
    async add(userId: string, noteId: string, run: number, piece: Piece): Promise<void> {
      const key = keys.pieces(userId, noteId, run);
      const data = { note_id: noteId, status: 'processing', transcribed_seconds: piece.end } as const;
      const { channel, event } = eventArgs(userId, { event: 'note', data });
      await redis.multi().rpush(key, encodePiece(piece)).expire(key, LIFETIME_SECONDS).publish(channel, event).exec();
    },
    /**
     * In time order, without gaps. A worker that was considered dead may have continued beside its successor. Where
     * both wrote, the first piece counts.
     */
    async list(userId: string, noteId: string, run: number): Promise<Piece[]> {
      const written = (await redis.lrange(keys.pieces(userId, noteId, run), 0, -1)).map(decodePiece);
      const finished: Piece[] = [];
      for (const piece of written.sort((a, b) => a.start - b.start)) {
        if (piece.start === (finished.at(-1)?.end ?? 0)) finished.push(piece);
      }
      return finished;
    },
    async clear(userId: string, noteId: string, run: number): Promise<void> {
      await redis.unlink(keys.pieces(userId, noteId, run));
    },
  };
}

function encodePiece(piece: Piece): string {
  const stored: StoredPiece = { ...piece, segments: piece.segments.map(packSegment) };
  return JSON.stringify(stored);
}

function decodePiece(row: string): Piece {
  const piece = JSON.parse(row) as StoredPiece;
  return { ...piece, segments: piece.segments.map(unpackSegment) };
}
