/** A character where the page shows it. `left` and `right` are equal for one that has no place of its own. */
export type PlacedCharacter = { readonly text: string; readonly left: number; readonly right: number };

/**
 * The lines of a page in the order in which they are read. A pdf says where each character stands and not in which
 * order people read them, so a line with Hebrew or Arabic is put together from left to right and then turned as such
 * lines are.
 */
export const readingOrder = (lines: readonly (readonly PlacedCharacter[])[]): readonly string[] => {
  const shown = lines.map((line) => {
    const isTurned = line.some(({ text }) => hasRightToLeft(text));
    return { line, characters: isTurned ? withSpaces(line) : undefined, sides: sidesOf(line) };
  });
  const page = pageOf(shown);
  return shown.map(({ line, characters, sides }) => {
    if (!characters) return line.map(({ text }) => text).join('');
    const isFromRight = ownDirection(characters) ?? startsAtRight(sides, page);
    return (isFromRight ? fromRight(characters) : fromLeft(characters)).map(({ text }) => text).join('');
  });
};

type Sides = { readonly left: number; readonly right: number };
type Line = {
  readonly line: readonly PlacedCharacter[];
  readonly characters: readonly Shown[] | undefined;
  readonly sides: Sides;
};
/** `isSetRight`: the lines that are surely read from the right begin at the right edge. */
type Page = Sides & { readonly isFromRight: boolean; readonly isSetRight: boolean };

const sidesOf = (line: readonly PlacedCharacter[]): Sides =>
  line.reduce<Sides>(
    (sides, { left, right }) =>
      right > left ? { left: Math.min(sides.left, left), right: Math.max(sides.right, right) } : sides,
    { left: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY },
  );

const pageOf = (lines: readonly Line[]): Page => {
  const left = lines.reduce((least, { sides }) => Math.min(least, sides.left), Number.POSITIVE_INFINITY);
  const right = lines.reduce((most, { sides }) => Math.max(most, sides.right), Number.NEGATIVE_INFINITY);
  const kinds = lines.flatMap(({ line }) => line.map(({ text }) => kindOf(text)));
  const sure = lines.filter(({ characters }) => characters !== undefined && ownDirection(characters) === true);
  const atRight = sure.filter(({ sides }) => (right - sides.right) * 10 < right - left);
  return {
    left,
    right,
    isFromRight: kinds.filter((kind) => kind === 'right').length >= kinds.filter((kind) => kind === 'left').length,
    isSetRight: sure.length > 0 && atRight.length * 2 > sure.length,
  };
};

/** Whether a line is read from the right, where it begins and ends in letters of one kind; else nobody can tell. */
const ownDirection = (characters: readonly Shown[]): boolean | undefined => {
  const letters = characters.filter(({ kind }) => kind === 'right' || kind === 'left');
  const [first, last] = [letters[0]?.kind, letters.at(-1)?.kind];
  return first === last ? first === 'right' : undefined;
};

/** Such a line is read from the side it is set to, where the page shows which that is; else as its page is. */
const startsAtRight = ({ left, right }: Sides, page: Page): boolean => {
  const [atLeft, atRight] = [left - page.left, page.right - right];
  if (page.isSetRight && atRight * 2 < atLeft) return true;
  return page.isSetRight && atLeft * 2 < atRight ? false : page.isFromRight;
};

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

type Kind = 'right' | 'left' | 'digit' | 'space' | 'other';
type Shown = { readonly text: string; readonly kind: Kind };

const kindOf = (text: string): Kind => {
  if (/^\s/u.test(text)) return 'space';
  if (/^\p{Nd}/u.test(text)) return 'digit';
  if (/^\p{L}/u.test(text)) return rightToLeft.test(text) ? 'right' : 'left';
  return 'other';
};

type Unit = { text: string; readonly left: number; readonly right: number };

/** The characters from left to right, marks with their letters, and one space wherever there is room for it. */
const withSpaces = (line: readonly PlacedCharacter[]): readonly Shown[] => {
  const units: Unit[] = [];
  const gaps: number[] = [];
  for (const { text, left, right } of line) {
    const last = units.at(-1);
    if (/^\s/u.test(text)) {
      if (right > left) gaps.push((left + right) / 2);
    } else if (/^\p{M}/u.test(text) && last) last.text += text;
    else units.push({ text, left, right });
  }
  units.sort((a, b) => a.left - b.left);
  const widths = units.map(({ left, right }) => right - left).toSorted((a, b) => a - b);
  const wide = (widths[Math.floor(widths.length / 2)] ?? 0) * 0.4;
  return units.flatMap((unit, at) => {
    const before = units[at - 1];
    const shown = { text: unit.text, kind: kindOf(unit.text) };
    if (!before) return [shown];
    const isParted =
      unit.left - before.right > wide ||
      gaps.some(
        (gap) => gap > before.left && gap < unit.right && gap >= before.right - wide && gap <= unit.left + wide,
      );
    return isParted ? [{ text: ' ', kind: 'space' as const }, shown] : [shown];
  });
};

/** Read from the right: all is turned but words of other letters and numbers, which stand as they are. */
const fromRight = (shown: readonly Shown[]): readonly Shown[] => {
  const pieces: (readonly Shown[])[] = [];
  for (let at = 0; at < shown.length; ) {
    const end = endOfLeft(shown, at);
    pieces.push(shown.slice(at, end));
    at = end;
  }
  return bracketsTurned(pieces.reverse().flat());
};

/** Where a run that is read from the left ends: words and what parts them, or one number and its signs. */
const endOfLeft = (shown: readonly Shown[], from: number): number => {
  const starts = shown[from]?.kind;
  const isSigned = starts === 'other' && shown[from + 1]?.kind === 'digit' && /^[-+$€£₪]/.test(shown[from]?.text ?? '');
  if (starts !== 'left' && starts !== 'digit' && !isSigned) return from + 1;
  let end = from + 1;
  let hasWord = starts === 'left';
  for (let at = from + 1; at < shown.length; at++) {
    const { kind } = shown[at] as Shown;
    if (kind === 'right') break;
    if (kind === 'left' || kind === 'digit') {
      // Two numbers apart are two: the right one is read first. A word beside them makes them one run.
      const between = shown.slice(end, at);
      const isApart = between.some((each) => each.kind === 'space');
      if (isApart && !hasWord && kind === 'digit') break;
      if (kind === 'left') hasWord = true;
      // A bracket whose other half stands outside belongs to the words around the run.
      if (shown.slice(from, at).filter(({ text }) => brackets.has(text)).length % 2 === 0) end = at + 1;
    } else if (kind === 'other' && end === at && /^[%$€£₪]/.test(shown[at]?.text ?? '')) end = at + 1;
  }
  return end;
};

/** Read from the left: runs of Hebrew or Arabic within are turned. */
const fromLeft = (shown: readonly Shown[]): readonly Shown[] => {
  const read: Shown[] = [];
  for (let at = 0; at < shown.length; ) {
    if (shown[at]?.kind !== 'right') {
      read.push(shown[at] as Shown);
      at += 1;
      continue;
    }
    let end = at + 1;
    for (let on = at + 1; on < shown.length && shown[on]?.kind !== 'left'; on++)
      if (shown[on]?.kind === 'right') end = on + 1;
    read.push(...fromRight(shown.slice(at, end)));
    at = end;
  }
  return read;
};

const pairs: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
];

const brackets: ReadonlySet<string> = new Set(pairs.flat());

/** Some files name a bracket by its shape, some by its meaning, and some mix them: each opens before it closes. */
const bracketsTurned = (line: readonly Shown[]): readonly Shown[] => {
  let read = line;
  for (const [open, close] of pairs) {
    const found = line.filter(({ text }) => text === open || text === close);
    if (found.length === 0 || found.length % 2 === 1 || isBalanced(found, open)) continue;
    let at = 0;
    const isEachTurned = isBalanced(
      found.map((each) => ({ ...each, text: each.text === open ? close : open })),
      open,
    );
    read = read.map((each) => {
      if (each.text !== open && each.text !== close) return each;
      const turned = each.text === open ? close : open;
      return { ...each, text: isEachTurned ? turned : at++ % 2 === 0 ? open : close };
    });
  }
  return read;
};

const isBalanced = (found: readonly Shown[], open: string): boolean => {
  let depth = 0;
  for (const { text } of found) {
    depth += text === open ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
};
