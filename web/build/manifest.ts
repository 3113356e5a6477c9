/** A built file: its copies for `gzip` and `br` lie beside it as `.gz` and `.br`. */
export interface BuiltFile {
  /** Where browsers find it, and where it lies in the build folder. */
  readonly path: string;
  /** Its media type. */
  readonly type: string;
  /** Whether its name changes with its content. */
  readonly immutable: boolean;
  readonly compressed: boolean;
}

/** `manifest.json` of a build. */
export interface BuiltManifest {
  /** Paths of the app's own pages, as the router writes them: all of them answer with the shell. */
  readonly pages: readonly string[];
  readonly files: readonly BuiltFile[];
}
