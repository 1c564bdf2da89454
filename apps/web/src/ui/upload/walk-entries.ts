/** What a dropped file or folder is to us; a browser's own entries fit it. */
export type DroppedEntry = {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly fullPath: string;
  readonly file?: (done: (file: File) => void, failed: (fault: unknown) => void) => void;
  readonly createReader?: () => {
    readonly readEntries: (done: (entries: readonly DroppedEntry[]) => void, failed: (fault: unknown) => void) => void;
  };
};

/** A file with its path inside what was dropped: `campaign/brief.docx`. */
export type IncomingFile = { readonly path: string; readonly file: File };
export type Incoming = { readonly files: readonly IncomingFile[]; readonly unreadable: readonly string[] };

type Items = Iterable<{
  readonly kind: string;
  readonly webkitGetAsEntry: () => unknown;
  readonly getAsFile: () => File | null;
}>;

/**
 * Everything a drop holds, folders included. It must be called while the event runs: after the first wait the browser
 * has emptied the list.
 */
export const takeDropped = (items: Items): (() => Promise<Incoming>) => {
  const entries: DroppedEntry[] = [];
  const loose: IncomingFile[] = [];
  for (const item of items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry() as DroppedEntry | null;
    const file = entry === null ? item.getAsFile() : null;
    if (entry !== null) entries.push(entry);
    else if (file !== null) loose.push({ path: named(file.name), file });
  }
  return async () => {
    const walked = await walkEntries(entries);
    return { ...walked, files: [...loose, ...walked.files] };
  };
};

/** Files of entries and of all folders below them, in order of their paths. What cannot be read is named, not lost. */
export const walkEntries = async (entries: readonly DroppedEntry[]): Promise<Incoming> => {
  const files: IncomingFile[] = [];
  const unreadable: string[] = [];
  const visit = async (entry: DroppedEntry): Promise<void> => {
    const path = named(entry.fullPath.replace(/^\//, ''));
    try {
      if (entry.isFile && entry.file) {
        const read = entry.file.bind(entry);
        files.push({ path, file: await new Promise(read) });
      } else if (entry.isDirectory && entry.createReader) {
        for (const child of await childrenOf(entry.createReader())) await visit(child);
      }
    } catch {
      unreadable.push(path);
    }
  };
  for (const entry of entries) await visit(entry);
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), unreadable };
};

/** A reader gives a hundred or so at a time, and nothing when there are no more. */
const childrenOf = async (
  reader: ReturnType<NonNullable<DroppedEntry['createReader']>>,
): Promise<readonly DroppedEntry[]> => {
  const all: DroppedEntry[] = [];
  for (;;) {
    const some = await new Promise<readonly DroppedEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return all;
    all.push(...some);
  }
};

/** Disks spell accents in two ways; without this the same name would count as two. */
const named = (path: string): string => path.normalize('NFC');
