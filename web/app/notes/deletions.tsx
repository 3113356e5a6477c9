import { useLocation } from 'wouter-preact';
import { deletions, restoreDeleted } from './deleted.ts';

/** Offers to undo deletions, for as long as the service can restore the notes. */
export function Deletions({ search }: { search: string }) {
  const [, navigate] = useLocation();
  if (deletions.value.length === 0) return null;
  const restore = (noteId: string) => void restoreDeleted(noteId, () => navigate(`/notes/${noteId}${search}`));
  return (
    <ul class="deletions" aria-label="Deleted notes">
      {deletions.value.map(({ noteId, title }) => (
        <li key={noteId}>
          <span class="deletion-title">Deleted: {title}</span>
          <button type="button" class="link-button" onClick={() => restore(noteId)}>
            Restore<span class="hidden"> {title}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
