import { runsOf } from '../office/text-inputs.ts';
import {
  attributeOf,
  childOf,
  descendantsOf,
  elementsOf,
  ns,
  refuseOp,
  sourceOf,
  type XmlDocument,
  type XmlElement,
} from '../package/index.ts';
import type { Block, ParagraphBlock } from './blocks.ts';
import type { Direction } from './direction.ts';
import { bodyOf } from './docx-file.ts';
import { checkExpected, type EditSession } from './edit-session.ts';
import { paragraphOrder, setProperties } from './ordered-children.ts';
import { findAll, replaceInParagraph } from './replace-text.ts';
import { resolveStyle } from './resolve-style.ts';
import { type ParagraphInput, paragraphProperties, paragraphXml, runXml } from './write-paragraph.ts';

export const newParagraphs = (session: EditSession, inputs: readonly ParagraphInput[]): string => {
  const styles = inputs.map((input) => resolveStyle(session, input.style));
  const w = session.prefix();
  return inputs
    .map((input, at) => {
      const tracked = session.track
        ? {
            open: `<${w}ins${session.trackAttributes(w)}>`,
            close: `</${w}ins>`,
            mark: `<${w}ins${session.trackAttributes(w)}/>`,
          }
        : undefined;
      return paragraphXml(w, input, styles[at], session.warn, tracked);
    })
    .join('');
};

export const appendParagraph = (session: EditSession, input: ParagraphInput): void =>
  appendXml(session, newParagraphs(session, [input]), 1);

/** Behind the last block, before the page setup that closes the body. */
export const appendXml = (session: EditSession, xml: string, count: number): void => {
  const body = bodyOf(session.file());
  const setup = elementsOf(body).findLast(({ local, uri }) => uri === ns.word && local === 'sectPr');
  session.change((edit) => (setup ? edit.insertBefore(setup, xml) : edit.append(body, xml)), {
    kind: 'insert',
    at: session.blocks().length,
    count,
  });
};

export const insertParagraphs = (
  session: EditSession,
  {
    before,
    after,
    paragraphs,
  }: { before?: string | null; after?: string | null; paragraphs: readonly ParagraphInput[] },
): void => {
  if (((before ?? null) === null) === ((after ?? null) === null))
    refuseOp('bad_op', 'Give exactly one of before and after.');
  const xml = newParagraphs(session, paragraphs);
  const block = session.find(before ?? after ?? '');
  insertXml(session, block, xml, before ? 'before' : 'after', paragraphs.length);
};

export const insertXml = (
  session: EditSession,
  block: Block,
  xml: string,
  side: 'before' | 'after',
  count: number,
): void =>
  session.change(
    (edit) => (side === 'before' ? edit.insertBefore(block.element, xml) : edit.insertAfter(block.element, xml)),
    { kind: 'insert', at: side === 'before' ? block.index : block.index + 1, count },
  );

export const updateParagraph = (
  session: EditSession,
  { block: written, expect, ...input }: ParagraphInput & { block: string; expect?: string | null },
): void => {
  checkExpected(session.find(written), expect);
  const style = resolveStyle(session, input.style);
  const block = session.find(written);
  if (block.kind !== 'paragraph') refuseOp('bad_op', `b${block.index} is a table; use set_table_cells.`);
  session.change((edit, document) => {
    const w = session.prefix();
    const direction = input.direction ?? writtenDirection(block.element);
    const format = paragraphProperties(w, input, style, session.warn, direction);
    setFormat(session, block.element, format, edit, document);
    if (input.runs)
      replaceRuns(
        session,
        block as ParagraphBlock,
        runsOf(input)
          .map((run) => runXml(w, run, session.warn, direction))
          .join(''),
        edit,
        document,
      );
    else if (typeof input.text === 'string') setParagraphText(session, block.element, input.text, edit, document);
  });
};

/** Which way a paragraph says that it is read; undefined where only its style could say. */
const writtenDirection = (paragraph: XmlElement): Direction | undefined => {
  const said = childOf(childOf(paragraph, ns.word, 'pPr'), ns.word, 'bidi');
  if (!said) return undefined;
  return ['0', 'false', 'off'].includes(attributeOf(said, 'val', ns.word) ?? '1') ? 'ltr' : 'rtl';
};

type ChangeArguments = Parameters<Parameters<EditSession['change']>[0]>;

/** Sets a paragraph's format; a tracked change keeps what it was before. */
const setFormat = (
  session: EditSession,
  paragraph: XmlElement,
  format: ReadonlyMap<string, string>,
  edit: ChangeArguments[0],
  document: ChangeArguments[1],
): void => {
  if (format.size === 0) return;
  const w = session.prefix();
  const old = childOf(paragraph, ns.word, 'pPr');
  const made = new Map(format);
  if (session.track && !childOf(old, ns.word, 'pPrChange')) {
    const was = (old ? elementsOf(old) : [])
      .filter(({ local }) => !['rPr', 'sectPr', 'pPrChange'].includes(local))
      .map((each) => sourceOf(document, each))
      .join('');
    made.set('pPrChange', `<${w}pPrChange${session.trackAttributes(w)}><${w}pPr>${was}</${w}pPr></${w}pPrChange>`);
  }
  setProperties(edit, document, paragraph, 'pPr', w, made, paragraphOrder);
};

/** New words in the format of the first old ones; pictures, bookmarks and fields of the paragraph stay. */
export const setParagraphText = (
  session: EditSession,
  paragraph: XmlElement,
  text: string,
  edit: ChangeArguments[0],
  document: ChangeArguments[1],
): void => {
  const w = session.prefix();
  const tracking = session.track ? { attributes: session.trackAttributes } : undefined;
  if (replaceInParagraph(edit, document, paragraph, findAll(text), tracking, session.warn) > 0) return;
  if (text === '') return;
  const run = runXml(w, { text }, session.warn);
  edit.append(paragraph, session.track ? `<${w}ins${session.trackAttributes(w)}>${run}</${w}ins>` : run);
};

const replaceRuns = (
  session: EditSession,
  block: ParagraphBlock,
  runs: string,
  edit: ChangeArguments[0],
  document: ChangeArguments[1],
): void => {
  const w = session.prefix();
  const made = session.track && runs !== '' ? `<${w}ins${session.trackAttributes(w)}>${runs}</${w}ins>` : runs;
  const tracking = session.track ? { attributes: session.trackAttributes } : undefined;
  replaceInParagraph(edit, document, block.element, findAll(''), tracking, session.warn);
  edit.append(block.element, made);
};

export const deleteBlocks = (
  session: EditSession,
  { from, to, expect }: { from: string; to: string; expect?: string | null },
): void => {
  const [first, last] = [session.find(from), session.find(to)];
  checkExpected(first, expect);
  if (first.index > last.index) refuseOp('bad_op', 'from stands after to.');
  const doomed = session.blocks().slice(first.index, last.index + 1);
  if (session.track) return strikeOut(session, doomed);
  session.change(
    (edit, document) => {
      const marks = halfMarks(document, doomed)
        .map((mark) => sourceOf(document, mark))
        .join('');
      for (const [at, block] of doomed.entries()) {
        const holder = emptiedHolder(block.element, doomed);
        if (at === 0 && marks !== '') edit.replace(holder, marks);
        else edit.remove(holder);
      }
      // A body without a paragraph is no document.
      if (doomed.length === session.blocks().length) edit.prepend(bodyOf(session.file()), `<${session.prefix()}p/>`);
    },
    doomed.length === session.blocks().length
      ? { kind: 'replace_all', count: 1 }
      : { kind: 'remove', at: first.index, count: doomed.length },
  );
};

const RANGES: Readonly<Record<string, string>> = {
  bookmarkStart: 'bookmarkEnd',
  commentRangeStart: 'commentRangeEnd',
  permStart: 'permEnd',
  moveFromRangeStart: 'moveFromRangeEnd',
  moveToRangeStart: 'moveToRangeEnd',
};

/** Ends of bookmarks and comments that go while their other end stays: they remain, and the range is shorter. */
const halfMarks = (document: XmlDocument, doomed: readonly Block[]): XmlElement[] => {
  const found = new Map<string, { isDoomed: boolean; mark: XmlElement }[]>();
  const isDoomed = ({ start }: XmlElement) =>
    doomed.some(({ element }) => start >= element.start && start < element.end);
  for (const [open, close] of Object.entries(RANGES))
    for (const local of [open, close])
      for (const mark of descendantsOf(document.root, ns.word, local)) {
        const key = `${open} ${attributeOf(mark, 'id', ns.word)}`;
        found.set(key, [...(found.get(key) ?? []), { isDoomed: isDoomed(mark), mark }]);
      }
  return [...found.values()]
    .filter((pair) => pair.length === 2 && pair[0]?.isDoomed !== pair[1]?.isDoomed)
    .flatMap((pair) => pair.filter((it) => it.isDoomed).map(({ mark }) => mark));
};

/** A content control whose whole content goes, goes along: an empty one is not valid. */
const emptiedHolder = (element: XmlElement, doomed: readonly Block[]): XmlElement => {
  const content = element.parent;
  if (content?.local !== 'sdtContent' || !content.parent) return element;
  const gone = new Set(doomed.map((block) => block.element));
  return elementsOf(content).every((each) => gone.has(each)) ? emptiedHolder(content.parent, doomed) : element;
};

const strikeOut = (session: EditSession, doomed: readonly Block[]): void => {
  if (doomed.some(({ kind }) => kind === 'table')) {
    refuseOp(
      'unsupported_structure',
      'A table cannot be struck out as a tracked change; delete it without track_changes.',
    );
  }
  session.change((edit, document) => {
    const w = session.prefix();
    for (const { element } of doomed) {
      replaceInParagraph(edit, document, element, findAll(''), { attributes: session.trackAttributes }, session.warn);
      const mark = childOf(childOf(element, ns.word, 'pPr'), ns.word, 'rPr');
      const kept = (mark ? elementsOf(mark) : []).filter(({ local }) => local !== 'del');
      const xml = (isFirst: boolean) =>
        kept
          .filter(({ local }) => (local === 'ins') === isFirst)
          .map((each) => sourceOf(document, each))
          .join('');
      const gone = `<${w}del${session.trackAttributes(w)}/>`;
      const made = new Map([['rPr', `<${w}rPr>${xml(true)}${gone}${xml(false)}</${w}rPr>`]]);
      setProperties(edit, document, element, 'pPr', w, made, paragraphOrder);
    }
  });
};

export const applyStyle = (
  session: EditSession,
  { from, to, style }: { from: string; to: string; style: string },
): void => {
  const id = resolveStyle(session, style);
  const [first, last] = [session.find(from), session.find(to)];
  if (first.index > last.index) refuseOp('bad_op', 'from stands after to.');
  if (id === undefined) return;
  session.change((edit, document) => {
    const w = session.prefix();
    for (const block of session.blocks().slice(first.index, last.index + 1)) {
      if (block.kind !== 'paragraph') continue;
      setFormat(session, block.element, paragraphProperties(w, {}, id, session.warn), edit, document);
    }
  });
};

export const insertBreak = (
  session: EditSession,
  { after, kind }: { after: string; kind: 'page' | 'section_next' },
): void => {
  const block = session.find(after);
  const w = session.prefix();
  if (kind === 'page') {
    const open = session.track ? `<${w}ins${session.trackAttributes(w)}>` : '';
    const mark = session.track ? `<${w}pPr><${w}rPr><${w}ins${session.trackAttributes(w)}/></${w}rPr></${w}pPr>` : '';
    const xml = `<${w}p>${mark}${open}<${w}r><${w}br ${w}type="page"/></${w}r>${open === '' ? '' : `</${w}ins>`}</${w}p>`;
    return insertXml(session, block, xml, 'after', 1);
  }
  if (session.track) session.warn('not_tracked:insert_break');
  const document = session.pkg.xml(session.file().main);
  const setup = setupAfter(session, block);
  const source = setup ? sourceOf(document, setup) : `<${w}sectPr/>`;
  insertXml(session, block, `<${w}p><${w}pPr>${source}</${w}pPr></${w}p>`, 'after', 1);
};

/** The page setup in force at a block is the next one that follows it. */
const setupAfter = (session: EditSession, block: Block): XmlElement | undefined => {
  for (const next of session.blocks().slice(block.index)) {
    const setup = childOf(childOf(next.element, ns.word, 'pPr'), ns.word, 'sectPr');
    if (setup) return setup;
  }
  return childOf(bodyOf(session.file()), ns.word, 'sectPr');
};
