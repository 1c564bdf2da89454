import { parseRect, type Rect, rectRef, union } from '../ref.ts';
import type { RowCells } from '../row-cells.ts';
import { createWalker } from '../sheet-stream.ts';
import { asUtf8 } from '../utf8-stream.ts';
import type { CellPatch, RowPatches } from './cell-patch.ts';
import { newRow, rowTag, type SpliceContext, splicedRow } from './splice-row.ts';

export type SheetPatch = {
  readonly rows: RowPatches;
  /** Replace everything before and after the rows. `head` ends with the start tag of `sheetData`. */
  readonly frame?: { readonly head: string; readonly tail: string };
  readonly styleOf: (base: number, patch: CellPatch) => number;
};

/** Copies a sheet, replacing only the rows and cells that are patched. Runs in constant memory. */
export async function* spliceSheet(source: AsyncIterable<Buffer>, patch: SheetPatch): AsyncGenerator<Buffer> {
  const out: Buffer[] = [];
  const pending = [...patch.rows.keys()].toSorted((a, b) => a - b);
  let next = 0;
  let added = false;
  let context: SpliceContext = { prefix: '', styleOf: patch.styleOf, freshStyle: () => 0 };
  // Untouched neighbours go out as one slice.
  let run: { buffer: Buffer; start: number; end: number } | undefined;
  const flush = () => {
    if (run) out.push(run.buffer.subarray(run.start, run.end));
    run = undefined;
  };
  const copy = (buffer: Buffer, start: number, end: number) => {
    if (run && run.buffer === buffer && run.end === start) run.end = end;
    else {
      flush();
      run = { buffer, start, end };
    }
  };
  const text = (xml: string) => {
    if (xml === '') return;
    flush();
    out.push(Buffer.from(xml));
  };
  const addRowsBefore = (row: number) => {
    for (; next < pending.length && (pending[next] as number) < row; next++) {
      const number = pending[next] as number;
      const made = newRow(number, patch.rows.get(number) ?? { cells: new Map() }, context);
      if (made !== '') added = true;
      text(made);
    }
  };
  let selfClosed = false;
  const walker = createWalker({
    head: (head, prefix) => {
      const shown = withDimension(patch.frame?.head ?? head, patch.rows, prefix);
      context = { prefix, styleOf: patch.styleOf, freshStyle: columnStyles(shown) };
      selfClosed = shown.endsWith('/>');
      const opens = selfClosed && pending.length > 0;
      text(opens ? `${shown.slice(0, -2).trimEnd()}>` : shown);
    },
    wants: (row, buffer, start, end) => {
      addRowsBefore(row);
      if (pending[next] === row) return true;
      // A row without a number stands after the one before it; once one is added, it must say where it is.
      return added && !/\sr\s*=/.test(buffer.toString('latin1', start, Math.min(end, start + 200)).split('>')[0] ?? '');
    },
    passed: (buffer, _, end, __, from) => copy(buffer, from, end),
    row: (cells) => {
      copy(cells.buffer, cells.from, cells.start);
      flush();
      const it = patch.rows.get(cells.row);
      if (pending[next] === cells.row) next++;
      out.push(it ? splicedRow(cells, it, context) : renumbered(cells));
    },
  });
  for await (const chunk of asUtf8(source)) {
    walker.feed(chunk);
    flush();
    // Most pieces are one long slice of the source; joining them would copy the sheet once more.
    yield* out.splice(0);
  }
  const frame = walker.finish();
  flush();
  addRowsBefore(Number.MAX_SAFE_INTEGER);
  const closes = selfClosed && pending.length > 0 ? `</${context.prefix}sheetData>` : '';
  text(closes + (patch.frame?.tail ?? frame.tail));
  yield Buffer.concat(out);
}

const renumbered = (cells: RowCells): Buffer => {
  const tag = rowTag(cells, undefined);
  const rest = cells.selfClosing
    ? Buffer.from(`</${/^<([^\s/>]+)/.exec(tag)?.[1]}>`)
    : cells.buffer.subarray(cells.openEnd, cells.end);
  return Buffer.concat([Buffer.from(tag), rest]);
};

/** The declared dimension grows with what is written outside it. */
const withDimension = (head: string, rows: RowPatches, prefix: string): string => {
  let written: Rect | undefined;
  for (const [row, { cells }] of rows)
    for (const [column, { content }] of cells)
      if (content?.kind === 'value' || content?.kind === 'formula')
        written = union(written, { top: row, left: column, bottom: row, right: column });
  if (!written) return head;
  const pattern = new RegExp(`(<${prefix}dimension\\s[^>]*?ref\\s*=\\s*["'])([^"']*)`);
  return head.replace(pattern, (_, before: string, ref: string) => {
    const declared = parseRect(ref);
    return before + (declared && written ? rectRef(union(declared, written)) : ref);
  });
};

/** Styles that columns give to cells which do not exist yet. */
export const columnStyles = (head: string): ((column: number) => number) => {
  const styled = [...head.matchAll(/<(?:[\w.-]+:)?col\s([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const number = (name: string) =>
      Number(new RegExp(`(?:^|\\s)${name}\\s*=\\s*["'](\\d+)`).exec(attributes)?.[1] ?? 0);
    return number('style') > 0 ? [{ from: number('min'), to: number('max'), style: number('style') }] : [];
  });
  return (column) => styled.find(({ from, to }) => column >= from && column <= to)?.style ?? 0;
};
