import { ns } from '../../package/namespaces.ts';
import { openPackage } from '../../package/opc.ts';
import { attributeOf, descendantsOf, textOf } from '../../package/xml-query.ts';
import type { Words } from '../../review/typed/said.ts';
import { RowRuns } from '../map/row-runs.ts';
import { isHidden } from '../map/sheet-scan.ts';
import { walkSheet } from '../sheet-stream.ts';
import { openWorkbook, type SheetInfo, type Workbook } from '../workbook.ts';

/**
 * What a workbook says outside its cells, by what tells it apart: names, sheets that are hidden, comments, addresses of
 * links, charts. Hidden rows cost a walk through every sheet, so they are asked for. A sheet with another name than
 * before is `called` by that, so that only what it says differs.
 */
export const wordsBesideCells = async (
  bytes: Uint8Array,
  { withRows, called = (sheet) => sheet }: { readonly withRows: boolean; readonly called?: (sheet: string) => string },
): Promise<Words> => {
  const book = openWorkbook(openPackage(bytes, { tolerateBadCrc: true }));
  const words = new Map<string, string>();
  for (const { name, state } of book.sheets)
    if (state !== 'visible') words.set(`state ${called(name)}`, `${called(name)}: hidden`);
  for (const { name, scope, refersTo } of book.names) {
    // The range of a filter is told with the filter.
    if (name === '_xlnm._FilterDatabase') continue;
    const of = scope === null ? '' : ` (${called(scope)})`;
    words.set(
      `name ${scope === null ? '' : called(scope)} ${name}`,
      `${name.replace(/^_xlnm\./, '')}${of} = ${refersTo}`,
    );
  }
  for (const sheet of book.sheets) {
    wordsOnSheet(book, sheet, called(sheet.name), words);
    if (!withRows || sheet.type !== 'worksheet') continue;
    const hidden = new RowRuns();
    await walkSheet(book.parts.chunks(sheet.part), {
      row: (cells) => {
        if (isHidden(cells)) hidden.add(cells.row);
      },
    });
    const rows = hidden.ranges();
    if (rows.length > 0)
      words.set(`rows ${called(sheet.name)}`, `${called(sheet.name)}: rows ${rows.join(', ')} hidden`);
  }
  for (const part of book.parts.names().filter((name) => /(^|\/)charts\/chart[^/]*\.xml$/.test(name))) {
    const document = book.parts.xml(part);
    const texts = [...descendantsOf(document.root, ns.drawing, 't')].map((each) => textOf(document, each));
    const sources = [...descendantsOf(document.root, ns.chart, 'f')].map((each) => textOf(document, each));
    words.set(`chart ${part}`, [texts.join(' '), ...new Set(sources)].filter((each) => each !== '').join(' · '));
  }
  return words;
};

const wordsOnSheet = (
  { parts }: Workbook,
  { part: owner }: SheetInfo,
  name: string,
  words: Map<string, string>,
): void => {
  for (const { id, kind, part, target, external } of parts.relationships(owner)) {
    if (external) words.set(`link ${name} ${id}`, `${name}: ${target}`);
    if (kind !== 'comments' || part === undefined || !parts.has(part)) continue;
    const document = parts.xml(part);
    for (const comment of descendantsOf(document.root, ns.sheet, 'comment')) {
      const ref = attributeOf(comment, 'ref') ?? '';
      const text = [...descendantsOf(comment, ns.sheet, 't')].map((each) => textOf(document, each)).join('');
      words.set(`comment ${name} ${ref}`, `${name}!${ref}: ${text}`);
    }
  }
};
