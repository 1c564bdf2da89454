import { useCallback, useState } from 'react';
import { createDrafts, type Drafts, inTab } from './drafts.ts';

const noStorage: Drafts = { read: () => undefined, write: () => {}, forget: () => {} };

const openDrafts = (storage: () => Storage): Drafts => {
  try {
    return createDrafts(storage(), Date.now);
  } catch {
    return noStorage;
  }
};

/** One for the whole browser. */
export const drafts = openDrafts(() => localStorage);
/** What this tab sees of it, a reload included. */
export const tabDrafts = inTab(
  openDrafts(() => sessionStorage),
  drafts,
);

/** A text that is stored as it is typed, under a name of its own, and is there again after a reload. Set to nothing, it is forgotten. */
export const useDraft = (key: string, initial = '') => {
  const [state, setState] = useState(() => ({ key, text: tabDrafts.read(key) ?? initial }));
  // Another conversation, another draft.
  const text = state.key === key ? state.text : (tabDrafts.read(key) ?? initial);
  const setText = useCallback(
    (change: string | ((now: string) => string)) =>
      setState((known) => {
        const now = known.key === key ? known.text : (tabDrafts.read(key) ?? initial);
        const next = typeof change === 'string' ? change : change(now);
        tabDrafts.write(key, next === initial ? '' : next);
        return { key, text: next };
      }),
    [key, initial],
  );
  return { text, setText };
};
