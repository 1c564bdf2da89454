import { escapeXmlText } from '../../package/xml-text.ts';
import { textElement } from '../cell-text.ts';
import { cellRef } from '../ref.ts';
import type { RowCells } from '../row-cells.ts';
import type { Cached, CellPatch, RowPatch } from './cell-patch.ts';

export type SpliceContext = {
  readonly prefix: string;
  /** The style index of a cell once a patch is merged over it. */
  readonly styleOf: (base: number, patch: CellPatch) => number;
  /** The style a cell that does not exist yet starts from. */
  readonly freshStyle: (column: number) => number;
};

/** A row that did not exist. Empty when nothing in it leaves a trace. */
export const newRow = (row: number, patch: RowPatch, context: SpliceContext): string => {
  const cells = [...patch.cells]
    .toSorted(([a], [b]) => a - b)
    .map(([column, it]) => newCell(row, column, it, context.freshStyle(column), context))
    .join('');
  const height = heightAttributes(patch);
  if (cells === '' && height === '') return '';
  return `<${context.prefix}row r="${row}"${height}>${cells}</${context.prefix}row>`;
};

/** A row that exists, with its patched cells rewritten and the bytes of all others as they were. */
export const splicedRow = (cells: RowCells, patch: RowPatch, context: SpliceContext): Buffer => {
  const { buffer, row } = cells;
  const pieces: Buffer[] = [];
  const text = (xml: string) => void (xml === '' || pieces.push(Buffer.from(xml)));
  const pending = [...patch.cells].toSorted(([a], [b]) => a - b);
  const rowStyle = rowStyleOf(cells);
  const fresh = (column: number) => rowStyle ?? context.freshStyle(column);
  // Cells without a reference stand after the one before them; once one is added, all must say where they are.
  const implicit = hasImplicit(cells, context.prefix.length);
  let at = cells.openEnd;
  let next = 0;
  for (let index = 0; index < cells.count; index++) {
    const column = cells.column[index] as number;
    const start = cells.cellStart[index] as number;
    const end = cells.cellEnd[index] as number;
    pieces.push(buffer.subarray(at, start));
    for (; next < pending.length && (pending[next] as [number, CellPatch])[0] < column; next++) {
      const [added, it] = pending[next] as [number, CellPatch];
      text(newCell(row, added, it, fresh(added), context));
    }
    const hit = pending[next];
    if (hit && hit[0] === column) {
      next++;
      text(changedCell(cells, index, hit[1], context));
    } else if (implicit) text(withReference(buffer.toString('utf8', start, end), row, column, context.prefix));
    else pieces.push(buffer.subarray(start, end));
    at = end;
  }
  pieces.push(buffer.subarray(at, cells.closeStart));
  for (; next < pending.length; next++) {
    const [added, it] = pending[next] as [number, CellPatch];
    text(newCell(row, added, it, fresh(added), context));
  }
  return Buffer.concat([Buffer.from(rowTag(cells, patch)), ...pieces, Buffer.from(`</${context.prefix}row>`)]);
};

/** The start tag of a row, opened if it was empty, with its number, span and height set right. */
export const rowTag = (cells: RowCells, patch: RowPatch | undefined): string => {
  let tag = cells.buffer.toString('utf8', cells.start, cells.openEnd);
  if (cells.selfClosing) tag = `${tag.slice(0, -2).trimEnd()}>`;
  if (!/\sr\s*=/.test(tag)) tag = tag.replace(/^<[^\s/>]+/, (name) => `${name} r="${cells.row}"`);
  if (patch === undefined) return tag;
  const columns = [...patch.cells.keys()];
  tag = tag.replace(/(\sspans\s*=\s*["'])(\d+):(\d+)/, (_, before: string, from: string, to: string) => {
    const [low, high] = [Math.min(Number(from), ...columns), Math.max(Number(to), ...columns)];
    return `${before}${low}:${high}`;
  });
  if (patch.height === undefined) return tag;
  const bare = tag.replace(/\s(?:ht|customHeight)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
  return bare.replace(/>$/, `${heightAttributes(patch)}>`);
};

const heightAttributes = ({ height }: RowPatch): string =>
  height === undefined || height === null ? '' : ` ht="${height}" customHeight="1"`;

export const rowStyleOf = (cells: RowCells): number | undefined => {
  const tag = cells.buffer.toString('latin1', cells.start, cells.openEnd);
  return /\scustomFormat\s*=\s*["'](?:1|true)/.test(tag)
    ? Number(/\ss\s*=\s*["'](\d+)/.exec(tag)?.[1] ?? 0)
    : undefined;
};

const hasImplicit = (cells: RowCells, prefix: number): boolean => {
  for (let index = 0; index < cells.count; index++) {
    const start = cells.cellStart[index] as number;
    const close = cells.buffer.indexOf(62, start);
    if (!/\sr\s*=/.test(cells.buffer.toString('latin1', start + 1 + prefix, close))) return true;
  }
  return false;
};

const withReference = (xml: string, row: number, column: number, prefix: string): string =>
  xml.replace(new RegExp(`^<${prefix}c(?![^>]*\\sr\\s*=)`), `<${prefix}c r="${cellRef(row, column)}"`);

const newCell = (row: number, column: number, patch: CellPatch, base: number, context: SpliceContext): string => {
  const style = context.styleOf(patch.baseStyle ?? base, patch);
  const { content } = patch;
  const bare = content === undefined || content.kind === 'clear' || content.kind === 'cached';
  if (bare) return patch.styles || patch.baseStyle ? open(row, column, style, '', context.prefix, true) : '';
  return cellXml(row, column, style, patch, context.prefix);
};

const changedCell = (cells: RowCells, index: number, patch: CellPatch, context: SpliceContext): string => {
  const { buffer, row } = cells;
  const column = cells.column[index] as number;
  const style = context.styleOf(patch.baseStyle ?? (cells.style[index] as number), patch);
  const { content } = patch;
  const start = cells.cellStart[index] as number;
  const end = cells.cellEnd[index] as number;
  if (content === undefined) return restyled(buffer.toString('utf8', start, end), row, column, style, context.prefix);
  if (content.kind === 'cached' || content.kind === 'unshare') {
    const formulaStart = cells.formulaStart[index] as number;
    // Cells of an array formula hold values of a formula that stands elsewhere.
    const formula =
      content.kind === 'unshare'
        ? formulaXml(content.formula, context.prefix)
        : formulaStart < 0
          ? ''
          : buffer.toString('utf8', formulaStart, cells.formulaEnd[index] as number);
    const value =
      content.kind === 'cached' ? cachedXml(content.cached, context.prefix) : keptValue(cells, index, context.prefix);
    return `${open(row, column, style, value.type, context.prefix, false, metadataOf(cells, index))}${formula}${value.xml}</${context.prefix}c>`;
  }
  return cellXml(row, column, style, patch, context.prefix);
};

const restyled = (xml: string, row: number, column: number, style: number, prefix: string): string =>
  withReference(xml, row, column, prefix).replace(/^<[^>]*>/, (tag) => {
    const bare = tag.replace(/\ss\s*=\s*(?:"[^"]*"|'[^']*')/, '');
    return style === 0 ? bare : bare.replace(/\s*(\/?)>$/, ` s="${style}"$1>`);
  });

const metadataOf = (cells: RowCells, index: number): string => {
  const start = cells.cellStart[index] as number;
  const tag = cells.buffer.toString('latin1', start, cells.buffer.indexOf(62, start));
  return [...tag.matchAll(/\s(?:cm|vm|ph)\s*=\s*"[^"]*"/g)].map(([it]) => it).join('');
};

const keptValue = (cells: RowCells, index: number, prefix: string): { type: string; xml: string } => {
  const start = cells.valueStart[index] as number;
  const types = ['', 's', 'str', 'b', 'e', 'inlineStr', 'd'];
  const type = types[cells.type[index] as number] ?? '';
  if (start < 0) return { type, xml: '' };
  return {
    type,
    xml: `<${prefix}v>${cells.buffer.toString('utf8', start, cells.valueEnd[index] as number)}</${prefix}v>`,
  };
};

const cellXml = (row: number, column: number, style: number, { content }: CellPatch, prefix: string): string => {
  const close = `</${prefix}c>`;
  switch (content?.kind) {
    case 'value': {
      const { value } = content;
      if (typeof value === 'string')
        return `${open(row, column, style, 'inlineStr', prefix)}<${prefix}is>${textElement(value, prefix)}</${prefix}is>${close}`;
      const stored = cachedXml(value, prefix);
      return `${open(row, column, style, stored.type, prefix)}${stored.xml}${close}`;
    }
    case 'formula':
    case 'unshare': {
      const stored = content.kind === 'formula' ? cachedXml(content.cached, prefix) : { type: '', xml: '' };
      return `${open(row, column, style, stored.type, prefix)}${formulaXml(content.formula, prefix)}${stored.xml}${close}`;
    }
    case 'clear':
    case 'cached':
    case undefined:
      return style === 0 ? '' : open(row, column, style, '', prefix, true);
  }
};

const formulaXml = (formula: string, prefix: string): string => `<${prefix}f>${escapeXmlText(formula)}</${prefix}f>`;

const cachedXml = (cached: Cached, prefix: string): { readonly type: string; readonly xml: string } => {
  if (cached === null) return { type: '', xml: '' };
  const value = (text: string) => `<${prefix}v>${text}</${prefix}v>`;
  if (typeof cached === 'number') return { type: '', xml: value(String(cached)) };
  if (typeof cached === 'boolean') return { type: 'b', xml: value(cached ? '1' : '0') };
  if (typeof cached === 'string') return { type: 'str', xml: value(escapeXmlText(cached)) };
  return { type: 'e', xml: value(cached.error) };
};

const open = (
  row: number,
  column: number,
  style: number,
  type: string,
  prefix: string,
  empty = false,
  metadata = '',
): string =>
  `<${prefix}c r="${cellRef(row, column)}"${style === 0 ? '' : ` s="${style}"`}${type === '' ? '' : ` t="${type}"`}${metadata}${empty ? '/' : ''}>`;
