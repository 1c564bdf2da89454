import { createCell, type Observable } from './observable.ts';

/** Editors with changes that would be lost by leaving. */
export type Unsaved = Observable<ReadonlySet<string>> & {
  /** Says that an editor has such changes; the answer takes it back. */
  readonly hold: (id: string) => () => void;
};

export const createUnsaved = (): Unsaved => {
  const cell = createCell<ReadonlySet<string>>(new Set());
  return {
    ...cell,
    hold: (id) => {
      cell.set(new Set([...cell.get(), id]));
      return () => cell.set(new Set([...cell.get()].filter((other) => other !== id)));
    },
  };
};

/** One for the whole tab; the shell asks before a page with such changes is left. */
export const unsaved = createUnsaved();
