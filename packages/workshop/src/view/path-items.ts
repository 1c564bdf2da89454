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
  let earlier = 0;
  for (const node of nodesUpFrom(talk, from)) {
    if (newest.length < limit) newest.push(node);
    else earlier += 1;
  }
  const items = newest.reverse().flatMap(({ item, notes }) => (item ? [item, ...notes] : notes));
  return { items, earlier };
};

/** How many characters stand on a path: what a model would be given of it. */
export const charsOf = (talk: Pick<Transcript, 'nodes'>, head: string | null): number => {
  let chars = 0;
  for (const { item } of nodesUpFrom(talk, head)) if (item && 'text' in item) chars += item.text.length;
  return chars;
};

export type AbandonedPath = {
  readonly head: string;
  readonly at: string;
  readonly messages: number;
  readonly text: string;
};

/** Ends of paths that the conversation left, newest first. Cards alone are no path. */
export const abandonedPaths = (talk: Pick<Transcript, 'nodes'>, head: string | null): readonly AbandonedPath[] => {
  const active = new Set<string>();
  for (const { id } of nodesUpFrom(talk, head)) active.add(id);
  const parents = new Set<string>();
  for (const { parentId } of talk.nodes.values()) if (parentId) parents.add(parentId);
  const ends = [...talk.nodes.values()].filter(({ id }) => !parents.has(id) && !active.has(id));
  return ends
    .flatMap((end): readonly AbandonedPath[] => {
      const own: TranscriptNode[] = [];
      for (const node of nodesUpFrom(talk, end.id)) {
        if (active.has(node.id)) break;
        own.push(node);
      }
      const said = own.filter(({ role }) => role !== 'system');
      const first = said.at(-1)?.item;
      return said.length === 0
        ? []
        : [
            {
              head: end.id,
              at: end.at,
              messages: said.length,
              text: first && 'text' in first ? excerpt(first.text) : '',
            },
          ];
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1));
};

const excerpt = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
