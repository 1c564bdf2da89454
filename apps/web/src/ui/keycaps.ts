const appleCap: Readonly<Record<string, string>> = { mod: '⌘', alt: '⌥', shift: '⇧', ctrl: '⌃', enter: '↵' };
const otherCap: Readonly<Record<string, string>> = {
  mod: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  ctrl: 'Ctrl',
  enter: '↵',
};

/** `mod+shift+P` → the keycaps to draw: `⌘ ⇧ P` on Apple systems, `Ctrl Shift P` elsewhere. */
export const keycapsOf = (shortcut: string, apple: boolean): readonly string[] => {
  const capByKey = apple ? appleCap : otherCap;
  return shortcut.split('+').map((key) => capByKey[key.toLowerCase()] ?? key);
};
