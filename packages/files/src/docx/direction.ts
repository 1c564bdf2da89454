export type Direction = 'ltr' | 'rtl';

const TO_LEFT = String.raw`[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]`;
const LETTER = /\p{L}/u;
const LETTER_TO_LEFT = new RegExp(String.raw`(?=\p{L})${TO_LEFT}`, 'u');

/** The way its first letter is read; undefined without letters. */
export const directionOf = (text: string): Direction | undefined => {
  const [letter] = LETTER.exec(text) ?? [];
  if (letter === undefined) return undefined;
  return LETTER_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
};

type Stretch = { text: string; direction: Direction };

const STRETCH = new RegExp(String.raw`(?<rtl>${TO_LEFT}+)|(?<ltr>\p{L}[\p{L}\p{M}]*)|(?:(?!${TO_LEFT})\P{L})+`, 'gu');
/** A number behind a word is read with it: "Word 2024". */
const NUMBERS = /^[^\p{L}]*\p{Nd}/u;

/**
 * A text by the way its parts are read: Word takes a run as a whole for one or the other. What lies between two parts
 * of the same way belongs to them, what lies elsewhere to the paragraph.
 */
export const stretchesOf = (text: string, paragraph: Direction): readonly Stretch[] => {
  if (text === '' || (paragraph === 'ltr' && !LETTER_TO_LEFT.test(text))) return [{ text, direction: paragraph }];
  const found: Stretch[] = [];
  let between = '';
  const add = (more: string, direction: Direction): void => {
    const last = found.at(-1);
    if (more === '') return;
    if (last?.direction === direction) last.text += more;
    else found.push({ text: more, direction });
  };
  const settle = (next: Direction): void => {
    const last = found.at(-1)?.direction;
    const [numbers = ''] = (last === 'ltr' && next === 'rtl' && NUMBERS.exec(between)) || [];
    if (numbers !== '') add(numbers, 'ltr');
    add(between.slice(numbers.length), last === next ? next : paragraph);
    between = '';
  };
  for (const { 0: part, groups } of text.matchAll(STRETCH)) {
    const direction = groups?.['rtl'] ? 'rtl' : groups?.['ltr'] ? 'ltr' : undefined;
    if (direction === undefined) between = part;
    else {
      settle(direction);
      add(part, direction);
    }
  }
  settle(paragraph);
  return found;
};
