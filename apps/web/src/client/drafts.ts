/** Where unsent and unsaved text is stored; a browser's own storage fits it. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export type Drafts = {
  readonly read: (key: string) => string | undefined;
  /** Empty text is no draft. */
  readonly write: (key: string, text: string) => void;
  readonly forget: (key: string) => void;
};

const prefix = 'atelier.draft.';
/** Drafts nobody came back to are dropped, oldest first. */
const most = 50;

type Stored = { readonly at: number; readonly text: string };

/** One store for every text a person has typed and not yet sent or saved. It survives a reload and a restart. */
export const createDrafts = (storage: DraftStorage, now: () => number): Drafts => {
  const stored = (name: string): Stored | undefined => {
    try {
      const value: unknown = JSON.parse(storage.getItem(name) ?? 'null');
      if (value === null || typeof value !== 'object' || !('text' in value) || !('at' in value)) return undefined;
      return typeof value.text === 'string' && typeof value.at === 'number'
        ? { at: value.at, text: value.text }
        : undefined;
    } catch {
      return undefined;
    }
  };
  const names = (): readonly string[] =>
    Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((name) => name.startsWith(prefix));
  const dropOldest = () => {
    const byAge = names()
      .map((name) => ({ name, at: stored(name)?.at ?? 0 }))
      .sort((a, b) => a.at - b.at);
    for (const { name } of byAge.slice(0, Math.max(0, byAge.length - most))) storage.removeItem(name);
  };
  return {
    read: (key) => stored(prefix + key)?.text,
    write: (key, text) => {
      try {
        if (text === '') return storage.removeItem(prefix + key);
        storage.setItem(prefix + key, JSON.stringify({ at: now(), text }));
        dropOldest();
      } catch {
        // A full or forbidden storage: the text stays on the page, and the leave guard still asks.
      }
    },
    forget: (key) => {
      try {
        storage.removeItem(prefix + key);
      } catch {
        // Nothing was stored.
      }
    },
  };
};

/**
 * A tab finds what was typed in it before what was typed last in any: two tabs on one conversation write the same
 * entry, and a reload of both would give one of them the other's words.
 */
export const inTab = (own: Drafts, shared: Drafts): Drafts => {
  const forget = (key: string): void => {
    const typed = own.read(key);
    own.forget(key);
    // Another tab's words are there for whoever closes that tab instead of reloading it.
    if (typed === undefined || typed === shared.read(key)) shared.forget(key);
  };
  return {
    read: (key) => own.read(key) ?? shared.read(key),
    write: (key, text) => {
      if (text === '') return forget(key);
      own.write(key, text);
      shared.write(key, text);
    },
    forget,
  };
};
