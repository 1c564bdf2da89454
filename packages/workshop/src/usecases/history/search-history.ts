import { type MadeBy, madeBy, type PastState, type Timeline } from '../../core/timeline.ts';
import type { WorkshopPorts } from '../../ports/index.ts';
import { type PastVersion, pastVersions } from './past-versions.ts';

/** All text of one version of a file; undefined when it has none or cannot be read. */
export type TextOf = (path: string, version: string, size: number) => Promise<string | undefined>;

export type HistoryHit = {
  readonly path: string;
  readonly excerpt: string;
  /** The newest bytes that say it. */
  readonly version: string;
  readonly sizeBytes: number;
  readonly appeared: MadeBy;
  /** Null: it is still there. */
  readonly vanished: MadeBy | null;
};

export type HistoryAnswer = {
  readonly hits: readonly HistoryHit[];
  /** Versions without text of their own, such as pictures. */
  readonly unread: number;
  /** States that are pruned or lost: what only they held is not found. */
  readonly notCovered: readonly { readonly at: string; readonly messageId: string | null }[];
};

const around = 60;

/**
 * When a text came into a file and when it went, over everything the Workbench remembers. No model is asked. One hit
 * per file and stretch of time: a sentence that came, went and came again is two hits.
 */
export const searchHistory =
  (deps: { readonly content: Pick<WorkshopPorts['content'], 'trees'>; readonly textOf: TextOf }) =>
  async (timeline: Timeline, query: string, most = 200): Promise<HistoryAnswer> => {
    const wanted = foldCase(query.trim());
    const { versions, missing } = await pastVersions(deps.content, timeline);
    const notCovered = missing.map(({ at, messageId }) => ({ at, messageId }));
    if (wanted === '') return { hits: [], unread: 0, notCovered };
    const texts = new Map<string, string | undefined>();
    let unread = 0;
    const excerptOf = async ({ path, version, size }: PastVersion): Promise<string | undefined> => {
      if (!texts.has(version)) {
        const text = await deps.textOf(path, version, size);
        if (text === undefined) unread += 1;
        texts.set(version, text === undefined ? undefined : excerptAround(text, wanted));
      }
      return texts.get(version);
    };
    const open = new Map<string, { excerpt: string; last: PastVersion; from: PastState; until: PastState | null }>();
    const hits: HistoryHit[] = [];
    const close = (path: string): void => {
      const held = open.get(path);
      if (!held) return;
      open.delete(path);
      hits.push({
        path,
        excerpt: held.excerpt,
        version: held.last.version,
        sizeBytes: held.last.size,
        appeared: madeBy(timeline, held.from),
        vanished: held.until && madeBy(timeline, held.until),
      });
    };
    for (const version of versions) {
      const excerpt = await excerptOf(version);
      if (excerpt === undefined) continue;
      const held = open.get(version.path);
      // The next version of the same file holds it too: one stretch of time.
      if (held?.until?.seq === version.from.seq) {
        held.until = version.until;
        held.last = version;
      } else {
        close(version.path);
        open.set(version.path, { excerpt, last: version, from: version.from, until: version.until });
      }
    }
    for (const path of [...open.keys()]) close(path);
    hits.sort((a, b) => b.appeared.seq - a.appeared.seq);
    return { hits: hits.slice(0, most), unread, notCovered };
  };

const foldCase = (text: string): string => text.normalize('NFC').toLowerCase();

const excerptAround = (text: string, wanted: string): string | undefined => {
  const folded = foldCase(text);
  const at = folded.indexOf(wanted);
  if (at < 0) return undefined;
  const [from, to] = [Math.max(0, at - around), Math.min(folded.length, at + wanted.length + around)];
  // Folding case may change the length of a text; the excerpt then comes from the folded one.
  const source = folded.length === text.length ? text : folded;
  return `${from > 0 ? '…' : ''}${source.slice(from, to).replace(/\s+/g, ' ').trim()}${to < source.length ? '…' : ''}`;
};
