import remend from 'remend';
import { openFence } from './markdown-blocks.ts';

/**
 * Text that is still being written ends anywhere: inside bold words, a link, a piece of code. This closes what is open,
 * so that it looks now as it will look when it is complete and no sign flickers by.
 */
export const closeMarkdown = (text: string): string => {
  // An open fence is drawn as code already.
  if (openFence(text) !== undefined) return text;
  return remend(closeCode(withoutLoneSigns(text)), { linkMode: 'text-only', images: false });
};

/** Signs at the very end open nothing yet; one or two dashes under a paragraph would make it a heading. */
const withoutLoneSigns = (text: string): string =>
  text
    .replace(/(^|\n)[ \t]*(-{1,2}|=+|[*+]|`{1,2}|~{1,2}|\d+)$/, '$1')
    .replace(/(^|[\s(>])[*_~`]+$/, '$1')
    .replace(/!?\[([^\]]*)\]?$/, '$1')
    .replace(/~$/, '');

/** Code inside bold words is closed before them, or its closing sign would stand on the wrong side. */
const closeCode = (text: string): string => {
  const paragraph = text.slice(text.lastIndexOf('\n\n') + 1);
  if (/``/.test(paragraph)) return text;
  return (paragraph.match(/(?<!\\)`/g)?.length ?? 0) % 2 === 1 ? `${text}\`` : text;
};
