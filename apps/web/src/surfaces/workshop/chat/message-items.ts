import type { ConversationItem, WorkbenchItem } from '@atelier/contracts';

/** Everything but the cards of a Workbench: what the shared parts of a conversation know. */
export const isMessage = (item: WorkbenchItem): item is ConversationItem => item.kind !== 'card';

/** Older items before newer ones, each once: a page that was fetched may overlap what came meanwhile. */
export const joined = (older: readonly WorkbenchItem[], newer: readonly WorkbenchItem[]): readonly WorkbenchItem[] => {
  const known = new Set(newer.map(keyOf));
  return [...older.filter((item) => !known.has(keyOf(item))), ...newer];
};

/** Whether the later part of one stands in the other: together they have no gap. */
export const overlap = (older: readonly WorkbenchItem[], newer: readonly WorkbenchItem[]): boolean => {
  const known = new Set(newer.map(keyOf));
  return older.some((item) => known.has(keyOf(item)));
};

export const keyOf = ({ kind, id }: WorkbenchItem): string => `${kind} ${id}`;

/** The question an answer belongs to: the last one before it. */
export const questionOf = (items: readonly WorkbenchItem[], id: string): string | undefined => {
  const at = items.findIndex((item) => item.id === id);
  const found = items.slice(0, at + 1).findLast(({ kind }) => kind === 'user');
  return found?.id;
};

/** What was asked before, oldest first and each once in a row: for ↑ in an empty box. */
export const askedBefore = (items: readonly WorkbenchItem[]): readonly string[] =>
  items.flatMap((item) => (item.kind === 'user' ? [item.text] : [])).filter((text, at, all) => text !== all[at - 1]);
