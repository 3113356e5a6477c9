/** A built file. Its compressed copies have the suffixes `.gz` and `.br`. */
export interface BuiltFile {
  /** Its URL path, and its path in the build folder. */
  readonly path: string;
  /** Its media type. */
  readonly type: string;
  /** Whether its name changes with its content. */
  readonly immutable: boolean;
  readonly compressed: boolean;
}

/** `manifest.json` of a build. */
export interface BuiltManifest {
  /** Paths of the app's pages in the router's notation. The server answers all of them with the same HTML. */
  readonly pages: readonly string[];
  readonly files: readonly BuiltFile[];
}
