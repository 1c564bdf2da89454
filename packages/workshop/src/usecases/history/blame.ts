import { diff } from 'fast-myers-diff';
import type { RevisionId } from '../../core/ids.ts';
import { parseNotes } from '../../core/review-notes.ts';
import { type MadeBy, madeBy, type Timeline } from '../../core/timeline.ts';
import type { WorkshopPorts } from '../../ports/index.ts';
import { type PastVersion, pastVersions } from './past-versions.ts';
import type { TextOf } from './search-history.ts';

/** A cell of a sheet, or a line of a file's text: a paragraph of a document, a record of a csv, a line of code. */
export type BlamePlace =
  | { readonly kind: 'cell'; readonly sheet: string; readonly cell: string }
  | { readonly kind: 'line'; readonly line: number }
  /** A paragraph by its words; `nth` of those that say the same. */
  | { readonly kind: 'text'; readonly text: string; readonly nth?: number | undefined };

export type Blamed = {
  /** What it says now. */
  readonly text: string;
  readonly since: MadeBy;
  /** The state of the Draft that said it first; null where no Draft did. */
  readonly revisionId: RevisionId | null;
  /** The tool that wrote the file then, and what it says it did; null where a person did. */
  readonly tool: { readonly name: string; readonly summary: string } | null;
  /** True: it came with the file and nobody changed it. */
  readonly isOriginal: boolean;
  /** How far back could be looked; older states are pruned or lost. */
  readonly isCutOff: boolean;
};

export type BlameRefused = { readonly code: 'FILE_NOT_FOUND' | 'PLACE_NOT_FOUND' };

type Deps = {
  readonly content: Pick<WorkshopPorts['content'], 'trees' | 'blobs'>;
  readonly textOf: TextOf;
  /** What one cell shows in one version; undefined where there is no such sheet. */
  readonly cellOf: (version: PastVersion, sheet: string, cell: string) => Promise<string | undefined>;
};

/** Goes back version by version while the place says the same; a line is followed through insertions above it. */
export const blame =
  (deps: Deps) =>
  async (timeline: Timeline, path: string, place: BlamePlace): Promise<Blamed | BlameRefused> => {
    const { versions, missing } = await pastVersions(deps.content, timeline, path);
    const newest = versions.at(-1);
    if (!newest || newest.until !== null) return { code: 'FILE_NOT_FOUND' };
    const line =
      place.kind === 'text' ? await lineThatSays(deps, newest, place) : place.kind === 'line' ? place.line : 0;
    if (line === undefined) return { code: 'PLACE_NOT_FOUND' };
    const look = place.kind === 'cell' ? lookAtCell(deps, place) : lookAtLine(deps, line);
    const now = await look(newest);
    if (now === undefined) return { code: 'PLACE_NOT_FOUND' };
    let at = versions.length - 1;
    for (; at > 0; at -= 1) {
      const [before, after] = [versions[at - 1], versions[at]];
      // A gap between two versions: the file was not there in between.
      if (!before || !after || before.until?.seq !== after.from.seq) break;
      if ((await look(before)) !== now) break;
    }
    const since = versions[at] ?? newest;
    return {
      text: now,
      since: madeBy(timeline, since.from),
      revisionId: since.from.revisionId,
      tool: await toolOf(deps.content, since),
      isOriginal: since.from.because === 'added',
      isCutOff: missing.some(({ seq }) => seq < since.from.seq),
    };
  };

const toolOf = async (
  content: Pick<WorkshopPorts['content'], 'blobs'>,
  { from, path }: PastVersion,
): Promise<Blamed['tool']> => {
  if (from.review === null) return null;
  const notes = parseNotes(await content.blobs.get(from.review).catch(() => undefined));
  const noted = Object.hasOwn(notes.files, path) ? notes.files[path] : undefined;
  return noted ? { name: noted.tool, summary: noted.summary } : null;
};

type Look = (version: PastVersion) => Promise<string | undefined>;

const lookAtCell =
  ({ cellOf }: Deps, { sheet, cell }: { readonly sheet: string; readonly cell: string }): Look =>
  (version) =>
    cellOf(version, sheet, cell);

/** Counted from 1. A line that says exactly this, else one that says it among other words. */
const lineThatSays = async (
  { textOf }: Deps,
  { path, version, size }: PastVersion,
  { text, nth = 0 }: { readonly text: string; readonly nth?: number | undefined },
): Promise<number | undefined> => {
  const lines = (await textOf(path, version, size))?.split('\n') ?? [];
  const wanted = text.trim();
  const those = (says: (line: string) => boolean) => lines.flatMap((line, at) => (says(line) ? [at + 1] : []));
  const exactly = those((line) => line.trim() === wanted);
  return exactly[nth] ?? exactly.at(-1) ?? those((line) => line.includes(wanted))[nth];
};

/** Each call looks one version further back, so the line's number there follows from the lines of the one after it. */
const lookAtLine = ({ textOf }: Deps, line: number): Look => {
  let after: { readonly lines: readonly string[]; readonly line: number } | undefined;
  return async ({ path, version, size }) => {
    const lines = (await textOf(path, version, size))?.split('\n');
    if (!lines) return undefined;
    const here = after ? lineBefore(lines, after.lines, after.line) : line;
    if (here === undefined) return undefined;
    after = { lines, line: here };
    return lines[here - 1];
  };
};

/** Where a line of `after` stood in `before`; undefined when it is new there. */
const lineBefore = (before: readonly string[], after: readonly string[], line: number): number | undefined => {
  let shift = 0;
  for (const [, toBefore, fromAfter, toAfter] of diff(before as string[], after as string[])) {
    if (fromAfter > line - 1) break;
    if (toAfter > line - 1) return undefined;
    shift = toAfter - toBefore;
  }
  return line - shift;
};
