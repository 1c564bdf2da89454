import { attributeOf, childrenOf, descendantsOf, ns } from '../package/index.ts';
import { paragraphOf } from './blocks.ts';
import type { DocxFile, HeaderFooter } from './docx-file.ts';

/** What footnotes and endnotes say, by `footnote:1` and `endnote:1`. */
export const notesOf = (file: DocxFile): ReadonlyMap<string, string> => {
  const notes = new Map<string, string>();
  for (const [part, local] of [
    [file.footnotes, 'footnote'],
    [file.endnotes, 'endnote'],
  ] as const) {
    if (part === undefined || !file.parts.has(part)) continue;
    const document = file.parts.xml(part);
    for (const note of childrenOf(document.root, ns.word, local)) {
      const text = [...descendantsOf(note, ns.word, 'p')]
        .map((each) => paragraphOf(file, document, each, 0).text.trim())
        .join(' ');
      notes.set(`${local}:${attributeOf(note, 'id', ns.word)}`, text);
    }
  }
  return notes;
};

export type Comment = { readonly author: string; readonly text: string };

/** What is said in the margin, by the id its place in the text names. */
export const commentsOf = (file: DocxFile): ReadonlyMap<string, Comment> => {
  if (file.comments === undefined || !file.parts.has(file.comments)) return new Map();
  const document = file.parts.xml(file.comments);
  return new Map(
    childrenOf(document.root, ns.word, 'comment').map((each) => [
      attributeOf(each, 'id', ns.word) ?? '',
      {
        author: attributeOf(each, 'author', ns.word) ?? '',
        text: [...descendantsOf(each, ns.word, 'p')]
          .map((paragraph) => paragraphOf(file, document, paragraph, 0).text)
          .join('\n'),
      },
    ]),
  );
};

export type Margin = Pick<HeaderFooter, 'slot' | 'type' | 'section'> & { readonly text: string };

/** What stands above and below every page, in the order of the page sections. */
export const marginsOf = (file: DocxFile, joint: string): readonly Margin[] =>
  file.headersFooters.map(({ slot, type, section, part }) => {
    const document = file.parts.xml(part);
    const text = [...descendantsOf(document.root, ns.word, 'p')]
      .map((paragraph) => paragraphOf(file, document, paragraph, 0).text)
      .join(joint);
    return { slot, type, section, text };
  });
