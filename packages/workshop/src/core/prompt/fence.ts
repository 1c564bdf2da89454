import { spellUnseen } from '@atelier/files/view';

/** A name or value of a file in one line of our own text. */
export const quoted = (text: string): string => JSON.stringify(spellUnseen(text));

/** Text from a file between marks it cannot end by itself. It is data, whatever it says. */
export const fenced = (tag: string, attributes: Readonly<Record<string, string>>, text: string): string => {
  const names = Object.entries(attributes)
    .map(([name, value]) => ` ${name}=${quoted(value)}`)
    .join('');
  const inside = spellUnseen(text).replace(new RegExp(`<(/?)(?=${tag})`, 'gi'), '<\\$1');
  return `<${tag}${names}>\n${inside}\n</${tag}>`;
};
