import { createCell } from '../../../client/observable.ts';
import { keep, readKept } from '../../../preferences/local-storage.ts';

/** What can be done by keys in a Workbench. The first key of each can be chosen; the second always works. */
export const defaultKeys = {
  composer: { first: 'alt+shift+L', second: '/' },
  regenerate: { first: 'alt+shift+R' },
  review: { first: 'alt+shift+V' },
  publish: { first: 'alt+shift+P' },
  discard: { first: 'alt+shift+D' },
  rewind: { first: 'alt+shift+Z' },
  redo: { first: 'alt+shift+Y' },
  cancel: { first: 'mod+.' },
  find: { first: 'mod+F' },
  checkpoints: { first: 'alt+shift+H' },
  answers: { first: 'alt+shift+A' },
  past: { first: 'alt+shift+F' },
  context: { first: 'alt+shift+X' },
  origin: { first: 'alt+shift+W' },
  nextChange: { first: 'alt+ArrowDown', second: 'F8' },
  previousChange: { first: 'alt+ArrowUp', second: 'shift+F8' },
  nextFile: { first: 'alt+shift+ArrowDown' },
  previousFile: { first: 'alt+shift+ArrowUp' },
} as const satisfies Readonly<Record<string, { readonly first: string; readonly second?: string }>>;

export type KeyAction = keyof typeof defaultKeys;
export const keyActions = Object.keys(defaultKeys) as readonly KeyAction[];

export type KeyBindings = {
  readonly chosen: Readonly<Partial<Record<KeyAction, string>>>;
  /** Whether Ctrl/Cmd+R regenerates where it can; otherwise the browser reloads the page. */
  readonly takesReload: boolean;
};

const storageKey = 'atelier.workshop.keys';

/** What was stored; anything that is no key of ours is left out. */
export const readBindings = (stored: string | null): KeyBindings => {
  const fallback: KeyBindings = { chosen: {}, takesReload: true };
  if (stored === null) return fallback;
  try {
    const value = JSON.parse(stored) as { readonly chosen?: Record<string, unknown>; readonly takesReload?: unknown };
    const chosen = keyActions.flatMap((action) => {
      const key = value.chosen?.[action];
      return typeof key === 'string' && key !== '' ? [[action, key] as const] : [];
    });
    return { chosen: Object.fromEntries(chosen), takesReload: value.takesReload !== false };
  } catch {
    return fallback;
  }
};

const cell = createCell<KeyBindings>(readBindings(readKept(storageKey)));

/** Chosen in this browser, used in every Workbench. */
export const keyBindings = {
  ...cell,
  set: (next: KeyBindings): void => {
    keep(storageKey, JSON.stringify(next));
    cell.set(next);
  },
};

/** All keys of an action, the chosen one first. */
export const keysOf = (action: KeyAction, { chosen, takesReload }: KeyBindings): readonly string[] => {
  const { first, second } = defaultKeys[action] as { readonly first: string; readonly second?: string };
  return [
    chosen[action] ?? first,
    ...(second === undefined ? [] : [second]),
    ...(action === 'regenerate' && takesReload ? ['mod+R'] : []),
  ];
};

/** Which other action already has this key. */
export const ownerOf = (key: string, bindings: KeyBindings, except: KeyAction): KeyAction | undefined =>
  keyActions.find((action) => action !== except && keysOf(action, bindings).includes(key));

type Pressed = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The written form of what was pressed; undefined for a modifier alone, and for a key that would swallow typing. */
export const writtenKey = ({ code, key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string | undefined => {
  if (['Control', 'Meta', 'Alt', 'Shift'].includes(key)) return undefined;
  const named = /^Key([A-Z])$/.exec(code)?.[1] ?? /^Digit(\d)$/.exec(code)?.[1] ?? punctuation[code] ?? code;
  const hasModifier = ctrlKey || metaKey || altKey;
  if (!hasModifier && !/^F\d+$/.test(named)) return undefined;
  return [ctrlKey || metaKey ? 'mod' : '', altKey ? 'alt' : '', shiftKey ? 'shift' : '', named]
    .filter((part) => part !== '')
    .join('+');
};

const punctuation: Readonly<Record<string, string>> = { Backslash: '\\', Comma: ',', Period: '.', Slash: '/' };
