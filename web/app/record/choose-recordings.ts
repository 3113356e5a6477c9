import { say } from '../state/toasts.ts';
import { type FileFacts, sortFiles } from './file-kinds.ts';
import { uploadFiles } from './uploads.ts';

/** Uploads the recordings among these files, and says which files are none. */
export function uploadRecordings(files: Iterable<File>): void {
  const { recordings, others, empty } = sortFiles(files);
  if (others.length > 0) say(`${namesOf(others)} cannot be transcribed. Choose audio or video files`, PROBLEM);
  if (empty.length > 0) say(`${namesOf(empty)} ${empty.length === 1 ? 'has' : 'have'} no content`, PROBLEM);
  uploadFiles(recordings);
}

/**
 * Uploads the recordings that are dropped, also those in dropped folders. Other files in folders are ignored, because
 * nobody chose them one by one.
 */
export async function uploadDrop(transfer: DataTransfer): Promise<void> {
  // The transfer is empty after the event, so all entries are read first.
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const dropped = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  uploadRecordings(dropped.flatMap(({ entry, file }) => (entry?.isDirectory || !file ? [] : [file])));
  for (const { entry } of dropped) {
    if (entry?.isDirectory) await uploadFolder(entry as FileSystemDirectoryEntry);
  }
}

const PROBLEM = { kind: 'problem' } as const;

async function uploadFolder(folder: FileSystemDirectoryEntry): Promise<void> {
  try {
    const { recordings } = sortFiles(await filesIn(folder));
    if (recordings.length === 0) say(`The folder “${folder.name}” has no recordings`, PROBLEM);
    uploadFiles(recordings);
  } catch {
    say(`The folder “${folder.name}” cannot be read`, PROBLEM);
  }
}

async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const files: File[] = [];
  for (;;) {
    // Browsers return at most 100 entries at once, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    for (const entry of entries) {
      if (entry.isDirectory) files.push(...(await filesIn(entry as FileSystemDirectoryEntry)));
      else files.push(await fileOf(entry as FileSystemFileEntry));
    }
  }
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

function namesOf([first, ...rest]: readonly FileFacts[]): string {
  const name = `“${first?.name}”`;
  if (rest.length === 0) return name;
  return rest.length === 1 ? `${name} and 1 more file` : `${name} and ${rest.length} more files`;
}
