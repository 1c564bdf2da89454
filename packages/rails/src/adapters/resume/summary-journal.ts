import { appendFile, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Indexed } from './resume-index.ts';

/** Summaries written down, newest line wins. Never truth: a line that cannot be read is skipped. */
export interface SummaryJournal {
  readonly read: () => Promise<readonly Indexed[]>;
  /** What was written last; undefined when that cannot be told from the end of the file. */
  readonly last: () => Promise<Indexed | undefined>;
  readonly append: (entries: readonly Indexed[]) => Promise<void>;
  /** Rewrites the file once it holds clearly more lines than sessions. */
  readonly compact: (sessions: number, entries: () => readonly Indexed[]) => Promise<void>;
  /** Leaves one line for each entry, whoever wrote more. */
  readonly tidy: (entries: readonly Indexed[]) => Promise<void>;
}

/** The summary is packed: the words of a run's notes are most of what a short session would leave on disk. */
const VERSION = 6;
/** Outdated lines past which a rewrite pays: a quarter of the sessions, and more than a few. */
const slackFor = (sessions: number): number => Math.max(16, Math.ceil(sessions / 4));
/** Longer than any line but that of a very talkative run. */
const END_BYTES = 256 * 1_024;

export const createFileJournal = (path: string): SummaryJournal => {
  let lines = 0;
  const rewrite = async (entries: readonly Indexed[]): Promise<void> => {
    const part = `${path}.${process.pid}.part`;
    const packed: string[] = [];
    for (const [at, entry] of entries.entries()) {
      packed.push(lineOf(entry));
      // Thousands of them in a row would keep a waiting call waiting.
      if (at % 100 === 99) await new Promise((resume) => setImmediate(resume));
    }
    await writeFile(part, packed.join(''));
    await rename(part, path);
    lines = entries.length;
  };
  return {
    read: async () => {
      const newest = new Map<string, Indexed>();
      const text = await readFile(path, 'utf8').catch(() => '');
      lines = 0;
      for (const line of text.split('\n')) {
        const entry = parse(line);
        if (!entry) continue;
        lines += 1;
        newest.set(entry.sessionId, entry);
      }
      return [...newest.values()];
    },
    last: async () => {
      const file = await open(path, 'r').catch(() => undefined);
      if (!file) return undefined;
      try {
        const { size } = await file.stat();
        const from = Math.max(0, size - END_BYTES);
        const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
        return parse(buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').at(-1) ?? '');
      } finally {
        await file.close();
      }
    },
    append: (entries) =>
      quietly(async () => {
        await mkdir(dirname(path), { recursive: true });
        await appendFile(path, entries.map(lineOf).join(''));
        lines += entries.length;
      }),
    compact: (sessions, entries) =>
      quietly(async () => {
        if (lines <= sessions + slackFor(sessions)) return;
        await rewrite(entries());
      }),
    tidy: (entries) =>
      quietly(async () => {
        const written = (await readFile(path, 'latin1')).split('\n').length - 1;
        if (written > entries.length) await rewrite(entries);
      }),
  };
};

/** What could not be written down is summarised again: on a full disk sessions are still found. */
const quietly = (write: () => Promise<void>): Promise<void> => write().catch(() => undefined);

const lineOf = (entry: Indexed): string =>
  `${JSON.stringify({
    v: VERSION,
    sessionId: entry.sessionId,
    packed: brotliCompressSync(JSON.stringify(entry), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).toString(
      'base64',
    ),
  })}\n`;

const parse = (line: string): Indexed | undefined => {
  if (line === '') return undefined;
  try {
    const { v, packed } = JSON.parse(line) as { readonly v: number; readonly packed: string };
    if (v !== VERSION) return undefined;
    return JSON.parse(brotliDecompressSync(Buffer.from(packed, 'base64')).toString()) as Indexed;
  } catch {
    return undefined;
  }
};
