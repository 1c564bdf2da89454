import { readFile } from 'node:fs/promises';
import { createPackageEdit, descendantsOf, ns, openPackage, type Parts, textOf } from '../package/index.ts';
import { attributeOf, elementsOf } from '../package/xml-query.ts';
import { writeZipFile } from '../package/zip-write.ts';
import type { Source } from '../tools/kind-handler.ts';
import { countUnseen } from '../view/unseen.ts';
import { richText } from '../xlsx/cell-text.ts';
import { prefixAt, type RawCell, rawCellAt } from '../xlsx/cells.ts';
import { isHidden } from '../xlsx/map/sheet-scan.ts';
import { cellRef, columnLetters } from '../xlsx/ref.ts';
import { isFilled, type RowCells } from '../xlsx/row-cells.ts';
import { resolveStrings, walkSharedStrings } from '../xlsx/shared-strings.ts';
import { walkSheet } from '../xlsx/sheet-stream.ts';
import { openWorkbook, type SheetInfo, type Workbook } from '../xlsx/workbook.ts';
import { createFindings, type Findings, type HiddenAnswer, type HiddenTake, type HiddenWhat } from './finding.ts';
import { unseenStyles } from './xlsx-unseen-styles.ts';

/** Enough to show what is there; the rest of a hidden sheet is read like any other. */
const mostCells = 4_000;

/** What a workbook holds that its reader does not see. With `take`, a copy without it is written to `output`. */
export const hiddenInXlsx = async (source: Source, take: HiddenTake, output: string): Promise<HiddenAnswer> => {
  const pkg = openPackage(await readFile(source.file), { tolerateBadCrc: true });
  const book = openWorkbook(pkg);
  const findings = createFindings();
  const edit = createPackageEdit(pkg);
  const rule: Rule = { styles: unseenStyles(book), strings: await unseenStrings(book) };
  for (const sheet of book.sheets) {
    if (sheet.type === 'worksheet') {
      const isTaken = await lookThrough(book, sheet, rule, findings);
      if (take === 'all' && sheet.state !== 'visible') emptySheet(edit, sheet.part);
      else if (take !== 'nothing' && (take === 'all' ? isTaken.any : isTaken.inside))
        edit.put(sheet.part, await withoutHidden(book, sheet, rule, take));
    }
    for (const { ref, text } of commentsOf(pkg, sheet.part)) findings.add('comment', { sheet: sheet.name, ref }, text);
  }
  if (take !== 'nothing' && edit.changed()) await writeZipFile(output, edit.items());
  return findings.answer();
};

type Rule = { readonly styles: ReadonlyMap<number, HiddenWhat>; readonly strings: ReadonlySet<number> };

const lookThrough = async (
  book: Workbook,
  sheet: SheetInfo,
  { styles, strings }: Rule,
  findings: Findings,
): Promise<{ readonly inside: boolean; readonly any: boolean }> => {
  const kept: { readonly what: HiddenWhat; readonly ref: string; readonly cell: RawCell }[] = [];
  const isWhole = sheet.state !== 'visible';
  let columns: ReadonlySet<number> = new Set();
  let [inside, any] = [false, isWhole];
  await walkSheet(book.parts.chunks(sheet.part), {
    head: (head, prefix) => {
      columns = hiddenColumns(head, prefix);
    },
    row: (cells) => {
      const prefix = prefixAt(cells);
      const isRow = isHidden(cells);
      for (let index = 0; index < cells.count; index++) {
        if (!isFilled(cells, index)) continue;
        const column = cells.column[index] as number;
        const own = styles.get(cells.style[index] as number);
        const place = isWhole
          ? ''
          : isRow
            ? `${cells.row}:${cells.row}`
            : columns.has(column)
              ? columnSpan(column)
              : '';
        const what: HiddenWhat | undefined = isWhole
          ? 'hidden_sheet'
          : isRow
            ? 'hidden_row'
            : columns.has(column)
              ? 'hidden_column'
              : own;
        if (!what && strings.size === 0) continue;
        const cell = rawCellAt(cells, index, prefix);
        const isUnseen =
          strings.has(cell.stringIndex) || (typeof cell.value === 'string' && countUnseen(cell.value) > 0);
        if (!what && !isUnseen) continue;
        if (own && what === own) inside = true;
        if (what) any = true;
        if (kept.length < mostCells)
          kept.push({
            what: what ?? 'unseen_characters',
            ref: what === own || !what ? cellRef(cells.row, column) : place,
            cell,
          });
      }
    },
  });
  const texts = await resolveStrings(
    book.strings,
    kept.flatMap(({ cell }) => (cell.stringIndex >= 0 ? [cell.stringIndex] : [])),
  );
  const grouped = new Map<string, { readonly what: HiddenWhat; readonly ref: string; readonly texts: string[] }>();
  for (const { what, ref, cell } of kept) {
    const group = grouped.get(`${what} ${ref}`) ?? { what, ref, texts: [] };
    grouped.set(`${what} ${ref}`, group);
    group.texts.push(cell.stringIndex >= 0 ? (texts.get(cell.stringIndex) ?? '') : shown(cell));
  }
  for (const { what, ref, texts: words } of grouped.values()) {
    const place = { sheet: sheet.name, ...(ref === '' ? {} : { ref }) };
    if (what === 'unseen_characters') findings.addUnseen(place, words.join(' '));
    else findings.add(what, place, words.join(' | '));
  }
  return { inside, any };
};

const shown = ({ value, formula }: RawCell): string =>
  value === null ? (formula ? `=${formula.text}` : '') : String(value);
const columnSpan = (column: number): string => `${columnLetters(column)}:${columnLetters(column)}`;

const hiddenColumns = (head: string, prefix: string): ReadonlySet<number> => {
  const columns = new Set<number>();
  for (const [tag] of head.matchAll(new RegExp(`<${prefix}col\\s[^>]*>`, 'g'))) {
    const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];
    if (!['1', 'true'].includes(attribute('hidden') ?? '')) continue;
    const [from, to] = [Number(attribute('min')), Math.min(Number(attribute('max')), 16_384)];
    for (let column = from; column <= to; column++) columns.add(column);
  }
  return columns;
};

/** The rows of a sheet again, without the cells that nobody sees. Every other byte is as it was. */
const withoutHidden = async (
  book: Workbook,
  sheet: SheetInfo,
  { styles }: Rule,
  take: HiddenTake,
): Promise<Uint8Array> => {
  const pieces: Buffer[] = [];
  let columns: ReadonlySet<number> = new Set();
  const frame = await walkSheet(book.parts.chunks(sheet.part), {
    head: (head, prefix) => {
      columns = take === 'all' ? hiddenColumns(head, prefix) : new Set();
    },
    row: (cells) => {
      const isRow = take === 'all' && isHidden(cells);
      let at = cells.start;
      for (let index = 0; index < cells.count; index++) {
        const isTaken =
          isFilled(cells, index) &&
          (isRow || columns.has(cells.column[index] as number) || styles.has(cells.style[index] as number));
        if (!isTaken) continue;
        pieces.push(copied(cells, at, cells.cellStart[index] as number), emptyCell(cells, index));
        at = cells.cellEnd[index] as number;
      }
      pieces.push(copied(cells, at, cells.end));
    },
  });
  if (!frame) throw new Error('a sheet was not walked to its end');
  const head = frame.head.replace(/(<\?xml[^>]*encoding\s*=\s*)["'][^"']*["']/, '$1"UTF-8"');
  return Buffer.concat([Buffer.from(head), ...pieces, Buffer.from(frame.tail)]);
};

/** The window is used again for the next rows. */
const copied = ({ buffer }: RowCells, from: number, to: number): Buffer => Buffer.from(buffer.subarray(from, to));

/** Keeps its place and look: cells without a reference are counted. */
const emptyCell = (cells: RowCells, index: number): Buffer => {
  const prefix = prefixAt(cells);
  const ref = cellRef(cells.row, cells.column[index] as number);
  return Buffer.from(`<${prefix}c r="${ref}" s="${cells.style[index]}"/>`);
};

const emptySheet = (edit: ReturnType<typeof createPackageEdit>, part: string): void => {
  for (const { id } of edit.relationships(part)) edit.unrelate(part, id);
  edit.put(
    part,
    Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${ns.sheet}"><sheetData/></worksheet>`),
  );
};

/** Shared texts with characters nobody sees. Nearly all texts are told by their bytes alone. */
const unseenStrings = async (book: Workbook): Promise<ReadonlySet<number>> => {
  const found = new Set<number>();
  if (!book.strings) return found;
  await walkSharedStrings(book.strings(), (index, buffer, start, end, prefix) => {
    let isPlain = true;
    for (let at = start; at < end && isPlain; at++) isPlain = (buffer[at] as number) < 0x7f && buffer[at] !== 38;
    if (!isPlain && countUnseen(richText(buffer, start, end, prefix)) > 0) found.add(index);
  });
  return found;
};

const commentsOf = (parts: Parts, sheet: string): readonly { readonly ref: string; readonly text: string }[] =>
  parts.relationships(sheet).flatMap(({ kind, part }) => {
    if (part === undefined || !parts.has(part) || !/^(comments|threadedComment)s?$/.test(kind)) return [];
    const document = parts.xml(part);
    return elementsOf(document.root)
      .flatMap((each) => (each.local === 'commentList' ? elementsOf(each) : [each]))
      .filter(({ local }) => local === 'comment' || local === 'threadedComment')
      .map((comment) => {
        const old = [...descendantsOf(comment, ns.sheet, 't')].map((each) => textOf(document, each));
        const texts =
          old.length > 0
            ? old
            : elementsOf(comment).flatMap((each) => (each.local === 'text' ? [textOf(document, each)] : []));
        return { ref: attributeOf(comment, 'ref') ?? '', text: texts.join('') };
      });
  });
