import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import { eventArgs } from '../../platform/redis/user-events.ts';
import type { Piece } from '../../speech/types.ts';

/** Long enough for an outage of days; what is left after that was abandoned. */
const LIFETIME_SECONDS = 7 * 24 * 60 * 60;

export type PieceStore = ReturnType<typeof createPieceStore>;

/** Keeps the finished pieces of transcriptions under way, so that another worker goes on where one died. */
export function createPieceStore(redis: Redis) {
  return {
    /** Keeps a piece, and tells the user how far the transcription is. */
    async add(userId: string, noteId: string, run: number, piece: Piece): Promise<void> {
      const key = keys.pieces(userId, noteId, run);
      const data = { note_id: noteId, status: 'processing', transcribed_seconds: piece.end } as const;
      const { channel, event } = eventArgs(userId, { event: 'note', data });
      await redis
        .multi()
        .rpush(key, JSON.stringify(piece))
        .expire(key, LIFETIME_SECONDS)
        .publish(channel, event)
        .exec();
    },
    /**
     * In time order, without gaps. A worker that was taken for dead may have gone on beside its successor: of what
     * both wrote, the first of each stretch counts.
     */
    async list(userId: string, noteId: string, run: number): Promise<Piece[]> {
      const written = (await redis.lrange(keys.pieces(userId, noteId, run), 0, -1)).map(
        (row) => JSON.parse(row) as Piece,
      );
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
