import type { z } from 'zod';
import { atOp, type createPackageEdit, refuseOp } from '../package/index.ts';
import type { docxOperations } from '../tools/definitions/docx.ts';
import type { Source } from '../tools/kind-handler.ts';
import type { Block } from './blocks.ts';
import { setParagraphs } from './body-operations.ts';
import { createEditSession, type EditSession } from './edit-session.ts';
import { setHeaderFooter } from './header-footer.ts';
import { insertImage } from './insert-image.ts';
import {
  appendParagraph,
  applyStyle,
  deleteBlocks,
  insertBreak,
  insertParagraphs,
  insertXml,
  newParagraphs,
  updateParagraph,
} from './paragraph-operations.ts';
import { type Finder, findTokens, findWords, replaceInPart } from './replace-text.ts';
import { sectionsOf } from './sections.ts';
import { deleteTableRows, insertTable, insertTableRows, setTableCells } from './table-operations.ts';

export type DocxArguments = z.infer<(typeof docxOperations)['params']>;
export type DocxOperation = DocxArguments['operations'][number];

/** What a batch did beside changing the package. */
export type Outcome = {
  replacements: number;
  readonly removed: string[];
  readonly unresolved: string[];
  /** Where paragraphs of the main part were reworded, as positions before the last operation that did so. */
  reworded: readonly number[];
};

/** Applies a batch, all of it or (by throwing a refusal that names the operation) none. */
export const applyOperations = (
  pkg: ReturnType<typeof createPackageEdit>,
  { operations, track_changes }: Pick<DocxArguments, 'operations' | 'track_changes'>,
  resources: Readonly<Record<string, Source>>,
): { readonly session: EditSession; readonly outcome: Outcome; readonly before: readonly Block[] } => {
  const session = createEditSession(pkg, track_changes === true);
  const blocks = session.blocks();
  const before = sectionsOf(blocks);
  const outcome: Outcome = { replacements: 0, removed: [], unresolved: [], reworded: [] };
  for (const [index, operation] of operations.entries()) {
    try {
      apply(session, operation, outcome, before, resources);
    } catch (cause) {
      atOp(cause, index);
    }
  }
  return { session, outcome, before: blocks };
};

const apply = (
  session: EditSession,
  operation: DocxOperation,
  outcome: Outcome,
  sections: ReturnType<typeof sectionsOf>,
  resources: Readonly<Record<string, Source>>,
): void => {
  switch (operation.op) {
    case 'set_paragraphs':
      outcome.removed.push(...setParagraphs(session, operation));
      return;
    case 'append_paragraph':
      return appendParagraph(session, operation);
    case 'replace_text': {
      const finder = findWords(operation.search, operation.replace, operation.match_case === true);
      const count = replaceEverywhere(session, finder, operation.scope ?? 'all', outcome);
      if (count === 0 && operation.allow_no_match !== true)
        refuseOp('no_match', 'The text to replace is nowhere in the document.');
      outcome.replacements += count;
      return;
    }
    case 'insert_paragraphs':
      return insertParagraphs(session, operation);
    case 'update_paragraph':
      return updateParagraph(session, operation);
    case 'delete_blocks':
      return deleteBlocks(session, operation);
    case 'append_to_section':
      return appendToSection(session, operation, sections);
    case 'insert_table':
      return insertTable(session, operation);
    case 'set_table_cells':
      return setTableCells(session, operation);
    case 'insert_table_rows':
      return insertTableRows(session, operation);
    case 'delete_table_rows':
      return deleteTableRows(session, operation);
    case 'fill_placeholders': {
      const values = new Map(
        operation.values.map(({ token, value }) => [token.replace(/^\{\{\s*|\s*\}\}$/g, ''), value]),
      );
      outcome.replacements += replaceEverywhere(session, findTokens(values), 'all', outcome);
      outcome.unresolved.splice(0, outcome.unresolved.length, ...tokensLeft(session));
      return;
    }
    case 'insert_image':
      return insertImage(session, operation, resources);
    case 'set_header_footer':
      return setHeaderFooter(session, operation);
    case 'apply_style':
      return applyStyle(session, operation);
    case 'insert_break':
      return insertBreak(session, operation);
  }
};

type Scope = 'all' | 'body' | 'headers_footers' | 'footnotes';

const partsIn = (session: EditSession, scope: Scope): string[] => {
  const { main, headersFooters, footnotes, endnotes } = session.file();
  const marginal = [...new Set(headersFooters.map(({ part }) => part))];
  const notes = [footnotes, endnotes].filter((part) => part !== undefined);
  if (scope === 'body') return [main];
  if (scope === 'headers_footers') return marginal;
  return scope === 'footnotes' ? notes : [main, ...marginal, ...notes];
};

const replaceEverywhere = (session: EditSession, find: Finder, scope: Scope, outcome: Outcome): number => {
  let count = 0;
  const tracking = session.track ? { attributes: session.trackAttributes } : undefined;
  for (const part of partsIn(session, scope)) {
    const replaced = replaceInPart(session.pkg.xml(part), find, tracking, session.warn);
    if (part === session.file().main) outcome.reworded = replaced.places;
    if (replaced.bytes) session.pkg.put(part, replaced.bytes);
    count += replaced.count;
  }
  session.reread();
  return count;
};

const tokensLeft = (session: EditSession): string[] => {
  const left = new Set<string>();
  const look: Finder = (text) => {
    for (const [, token = ''] of text.matchAll(/\{\{\s*([^{}]{1,80}?)\s*\}\}/g)) left.add(token);
    return [];
  };
  for (const part of partsIn(session, 'all')) replaceInPart(session.pkg.xml(part), look, undefined, session.warn);
  return [...left];
};

/** Behind the last block the section had before the batch, and behind what the batch has put there since. */
const appendToSection = (
  session: EditSession,
  { section, paragraphs }: Extract<DocxOperation, { op: 'append_to_section' }>,
  sections: ReturnType<typeof sectionsOf>,
): void => {
  const byNumber = typeof section === 'number' || /^\d+$/.test(section);
  const hits = byNumber
    ? sections.filter(({ index }) => index === Number(section))
    : sections.filter(({ heading }) => folded(heading) === folded(String(section)));
  if (hits.length > 1) {
    refuseOp('ambiguous_section', `${hits.length} sections have this heading; name one by index.`, {
      candidates: hits.map(({ index }) => index),
    });
  }
  const found =
    hits[0] ??
    refuseOp('unknown_section', 'No section has this index or heading.', {
      candidates: sections.slice(0, 20).map(({ heading }) => heading.slice(0, 120)),
    });
  const xml = newParagraphs(session, paragraphs);
  const last = session.find(`b${found.last}`);
  const next = sections[found.index + 1];
  const end = next ? session.find(`b${next.first}`).index - 1 : session.blocks().length - 1;
  insertXml(session, session.blocks()[Math.max(last.index, end)] ?? last, xml, 'after', paragraphs.length);
};

const folded = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
