/**
 * Characters nobody sees: zero-width, direction overrides, tags, and controls that are no line break or tab. Joiners and
 * direction marks stay: Hebrew, Persian and emoji are written with them, and they hide nothing.
 */
const unseen = /(?![\t\n\r\u200c-\u200f])[\p{Cc}\p{Cf}]/gu;

export const hiddenIn = (text: string): number => text.match(unseen)?.length ?? 0;

/** Hidden characters are spelled out, so that a model reads what is there and nobody can write past a person's eyes. */
export const spelledOut = (text: string): string =>
  text.replace(unseen, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);

/** A name or value of a file in one line of our own text. */
export const quoted = (text: string): string => JSON.stringify(spelledOut(text));

/** Text from a file between marks it cannot end by itself. It is data, whatever it says. */
export const fenced = (tag: string, attributes: Readonly<Record<string, string>>, text: string): string => {
  const names = Object.entries(attributes)
    .map(([name, value]) => ` ${name}=${quoted(value)}`)
    .join('');
  const inside = spelledOut(text).replace(new RegExp(`<(/?)(?=${tag})`, 'gi'), '<\\$1');
  return `<${tag}${names}>\n${inside}\n</${tag}>`;
};
