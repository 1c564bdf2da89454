/** What of a keyboard event decides; `code` is the physical key, so a Hebrew layout changes nothing. */
export type Pressed = {
  readonly code: string;
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
};

/** `mod+K`, `alt+shift+1`, `?`: `mod` is ⌘ on Apple systems and Ctrl elsewhere. */
export const isPressed = (shortcut: string, pressed: Pressed, apple: boolean): boolean => {
  const parts = shortcut.split('+');
  const key = parts.at(-1) ?? '';
  const has = (name: string) => parts.slice(0, -1).includes(name);
  if (pressed.ctrlKey !== (has('mod') && !apple)) return false;
  if (pressed.metaKey !== (has('mod') && apple)) return false;
  if (pressed.altKey !== has('alt')) return false;
  // Where a layout puts "?" is its own affair, so for it the character counts and Shift does not.
  if (key === '?') return pressed.key === '?' || (pressed.shiftKey && pressed.code === 'Slash');
  return pressed.shiftKey === has('shift') && pressed.code === codeOf(key);
};

/** A shortcut without a modifier would swallow what someone is typing. */
export const yieldsToTyping = (shortcut: string): boolean => !/\b(mod|alt)\+/.test(shortcut);

const codeOf = (key: string): string => {
  if (/^[A-Z]$/.test(key)) return `Key${key}`;
  if (/^[0-9]$/.test(key)) return `Digit${key}`;
  return namedCode[key] ?? key;
};

const namedCode: Readonly<Record<string, string>> = { '\\': 'Backslash', ',': 'Comma', '.': 'Period', '/': 'Slash' };
