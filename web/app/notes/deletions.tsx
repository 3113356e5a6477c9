import { deletions } from './deleted.ts';

/** Offers to undo deletions, for as long as the service can restore the notes. */
export function Deletions() {
  if (deletions.value.length === 0) return null;
  return (
    <ul class="deletions" aria-label="Deleted notes">
      {deletions.value.map(({ noteId, title, undo }) => (
        <li key={noteId}>
          <span class="deletion-title">Deleted: {title}</span>
          <button type="button" class="link-button" onClick={undo}>
            Restore<span class="hidden"> {title}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
