import type { WorkbenchItem } from '@atelier/contracts';
import type { Transcript, TranscriptNode } from './transcript.ts';

/** From a message back to the root, the message first. */
export function* nodesUpFrom(talk: Pick<Transcript, 'nodes'>, from: string | null): Generator<TranscriptNode> {
  for (let id = from; id !== null; ) {
    const node = talk.nodes.get(id);
    if (!node) return;
    yield node;
    id = node.parentId;
  }
}

/** The newest messages up to `from`, oldest first, and how many stand before them. */
export const itemsUpTo = (
  talk: Pick<Transcript, 'nodes'>,
  from: string | null,
  limit: number,
): { readonly items: WorkbenchItem[]; readonly earlier: number } => {
  const newest: TranscriptNode[] = [];
  for (const node of nodesUpFrom(talk, from)) {
    if (newest.length >= limit) break;
    newest.push(node);
  }
  const earlier = (from === null ? 0 : (talk.nodes.get(from)?.depth ?? 0)) - newest.length;
  return { items: itemsOf(newest.reverse()), earlier };
};

const itemsOf = (nodes: readonly TranscriptNode[]): WorkbenchItem[] =>
  nodes.flatMap(({ item, notes }) => (item ? [item, ...notes] : notes));

type PathWindow = { readonly items: WorkbenchItem[]; readonly earlier: number; readonly later: number };

/**
 * Messages on the path to `head` from a place in the middle of it: so many up to `id`, itself among them, and so many
 * after it. Undefined where the message does not stand on that path.
 */
export const itemsFrom = (
  talk: Pick<Transcript, 'nodes'>,
  head: string | null,
  id: string,
  { upTo, after }: { readonly upTo: number; readonly after: number },
): PathWindow | undefined => {
  const newer: TranscriptNode[] = [];
  for (const node of nodesUpFrom(talk, head)) {
    if (node.id !== id) {
      newer.push(node);
      continue;
    }
    const older = itemsUpTo(talk, id, upTo);
    const next = newer.reverse().slice(0, after);
    return { items: [...older.items, ...itemsOf(next)], earlier: older.earlier, later: newer.length - next.length };
  }
  return undefined;
};

/** Of messages that do not change any more: what stands on the path to each, itself included. */
const charsUpTo = new WeakMap<TranscriptNode, { readonly chars: number; readonly summaries: number }>();

/**
 * How many characters a model would be given of a path: a summary counts in place of what it stands for. Counted once
 * up to the newest question, and anew after each summary.
 */
export const charsOf = (talk: Pick<Transcript, 'nodes' | 'summaries'>, head: string | null): number => {
  const { summaries } = talk;
  const fresh: TranscriptNode[] = [];
  let chars = 0;
  for (const node of nodesUpFrom(talk, head)) {
    if (node.summaryChars !== undefined) {
      chars = node.summaryChars;
      break;
    }
    const known = charsUpTo.get(node);
    if (known?.summaries === summaries) {
      chars = known.chars;
      break;
    }
    fresh.push(node);
  }
  // An answer is still being written only under the newest question; what stands above that is settled.
  const question = fresh.findIndex(({ role }) => role === 'user');
  for (let at = fresh.length - 1; at >= 0; at -= 1) {
    const node = fresh[at];
    if (!node) break;
    if (node.item && 'text' in node.item) chars += node.item.text.length;
    if (at > question && question >= 0) charsUpTo.set(node, { chars, summaries });
  }
  return chars;
};

export type AbandonedPath = {
  readonly head: string;
  readonly at: string;
  readonly messages: number;
  readonly text: string;
};

/**
 * Ends of paths that the conversation left, newest first. Cards alone are no path, except where a program of somebody
 * else's wrote into the Draft: what it wrote is found nowhere else.
 */
export const abandonedPaths = (
  talk: Pick<Transcript, 'nodes' | 'leaves'>,
  head: string | null,
): readonly AbandonedPath[] => {
  // Of the active path only its head can be an end.
  const ends = [...talk.leaves].flatMap((id) => (id === head ? [] : (talk.nodes.get(id) ?? [])));
  if (ends.length === 0) return [];
  const active = new Set<string>();
  for (const { id } of nodesUpFrom(talk, head)) active.add(id);
  return ends
    .flatMap((end): readonly AbandonedPath[] => {
      const own: TranscriptNode[] = [];
      for (const node of nodesUpFrom(talk, end.id)) {
        if (active.has(node.id)) break;
        own.push(node);
      }
      const said = own.filter(({ role }) => role !== 'system');
      const first = (said.at(-1) ?? own.findLast(isOutsideWrite))?.item;
      if (first === undefined && said.length === 0) return [];
      return [{ head: end.id, at: end.at, messages: said.length, text: excerpt(wordsOf(first)) }];
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1));
};

const isOutsideWrite = ({ item }: TranscriptNode): boolean =>
  item?.kind === 'card' && item.event === 'draft_changes_applied';

const wordsOf = (item: WorkbenchItem | undefined): string => {
  if (item?.kind !== 'card') return item && 'text' in item ? item.text : '';
  const { client, path } = item.facts;
  return [client, path].filter((each) => typeof each === 'string' && each !== '').join(': ');
};

type EarlierAnswer = { readonly questionId: string; readonly answerId: string; readonly head: string };

/**
 * Answers that another one took the place of, oldest first: on a path that was left, right under a question that
 * still stands. `head` is the end of that path.
 */
export const earlierAnswers = (
  talk: Pick<Transcript, 'nodes' | 'leaves'>,
  head: string | null,
): readonly EarlierAnswer[] => {
  const ends = [...talk.leaves].filter((id) => id !== head);
  if (ends.length === 0) return [];
  const active = new Set<string>();
  for (const { id } of nodesUpFrom(talk, head)) active.add(id);
  const found = ends.flatMap((end) => {
    let answer: TranscriptNode | undefined;
    for (const node of nodesUpFrom(talk, end)) {
      if (active.has(node.id)) {
        const isAnswered = node.role === 'user' && answer !== undefined;
        return isAnswered && answer ? [{ questionId: node.id, answerId: answer.id, head: end, at: answer.at }] : [];
      }
      // A turn that was held for consent says nothing; the answer stands under it.
      if (node.role === 'user') answer = undefined;
      else if (node.role === 'assistant' && node.item) answer ??= node;
    }
    return [];
  });
  // Where the talk went on in several ways from one answer, it is one answer still.
  return [...new Map(found.map((answer) => [answer.answerId, answer])).values()]
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ at: _, ...answer }) => answer);
};

const excerpt = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
