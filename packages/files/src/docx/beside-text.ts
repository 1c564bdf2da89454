import type { JsonObject } from '@atelier/kernel/core';
import { attributeOf, descendantsOf, ns, type XmlDocument, type XmlElement } from '../package/index.ts';
import { commentsOf, notesOf } from './around-body.ts';
import type { Block } from './blocks.ts';
import type { DocxFile } from './docx-file.ts';
import { finalText, type Piece, piecesOf } from './inline.ts';

/** The words of the boxes in a drawing, those that have any. */
export const boxTexts = (document: XmlDocument, drawing: XmlElement): readonly string[] =>
  [...descendantsOf(drawing, ns.word, 'txbxContent')]
    .map((box) => [...descendantsOf(box, ns.word, 'p')].map((each) => finalText(piecesOf(document, each))).join('\n'))
    .filter((text) => text.trim() !== '');

/** A chart or diagram says at least what its author called it. */
export const captionOf = (drawing: XmlElement): string => {
  const [facts] = descendantsOf(drawing, ns.wordDrawing, 'docPr');
  return (attributeOf(facts, 'descr') ?? '').slice(0, 200);
};

const isPicture = (drawing: XmlElement): boolean =>
  drawing.local !== 'drawing' || !descendantsOf(drawing, ns.drawing, 'blip').next().done;

/** What people see at a block beside its running text: boxes, notes, comments, and drawings that are no picture. */
export const createBesideOf = (file: DocxFile): ((block: Block) => readonly JsonObject[]) => {
  const document = file.parts.xml(file.main);
  const notes = onFirstUse(() => notesOf(file));
  const comments = onFirstUse(() => commentsOf(file));

  const ofPiece = ({ kind, text, element, deleted, fallback }: Piece): readonly JsonObject[] => {
    if (deleted || fallback) return [];
    if (kind === 'note') {
      const note = notes().get(`${element.local === 'endnoteReference' ? 'endnote' : 'footnote'}:${text}`);
      return note === undefined ? [] : [{ kind: 'note', text: note }];
    }
    if (kind !== 'image') return [];
    const boxes = boxTexts(document, element);
    if (boxes.length > 0) return boxes.map((words) => ({ kind: 'box', text: words }));
    return isPicture(element) ? [] : [{ kind: 'drawing', text: captionOf(element) }];
  };

  return (block) => {
    const pieces =
      block.kind === 'paragraph'
        ? block.pieces
        : block.rows.flatMap((row) => row.flatMap(({ lines }) => lines.flatMap((line) => [...line])));
    const said = [...descendantsOf(block.element, ns.word, 'commentReference')].flatMap((reference): JsonObject[] => {
      const comment = comments().get(attributeOf(reference, 'id', ns.word) ?? '');
      return comment ? [{ kind: 'comment', text: comment.text, by: comment.author }] : [];
    });
    return [...pieces.flatMap(ofPiece), ...said];
  };
};

const onFirstUse = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
