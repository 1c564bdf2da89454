import { THEN } from '../parts.ts';
import { actInWords } from './acts.ts';
import { rowsFor } from './answer.ts';
import { readOf } from './read.ts';
import type { Sheet } from './sheets.ts';

const newFile =
  '(?:an? )?(?:new|separate|own|extra|another) (?:(?<kind>csv|excel|xlsx) )?(?:file|csv|list|workbook|spreadsheet)(?:,? (?:called|named|with the name) (?<name>"[^"]+"|[^,]+?))?';
const kept =
  '(?:,? (?:so|and)(?: that)? (?:only |just )?(?:the )?(?:others?|rest|open ones|remaining(?: ones)?|ones that are left|unfinished ones|current ones)(?: ones)? (?:are|stay|stays|remain|remains|is) ?(?:left ?)?(?:in (?:the )?(?:list|file|sheet|table|there|here|it))?)?';
const moves: readonly RegExp[] = [new RegExp(`^move (?<rows>.+?) (?:out )?(?:to|into|in) ${newFile}${kept}$`, 'iu')];

/** "Move all jobs that are picked up to a new file": they are saved there first, and then they go. */
export const movedOut = (words: string, sheets: readonly Sheet[], day: string): string | undefined => {
  const parts = moves.map((each) => each.exec(words)?.groups).find((each) => each !== undefined);
  if (!parts?.rows) return undefined;
  const read = sheets.flatMap((sheet) => {
    const reading = sheet.document ? undefined : readOf(`show ${parts.rows}`, sheet, sheets, day);
    if (!reading || !('ask' in reading)) return [];
    const { ask } = reading;
    const isRows =
      ask.measure === 'rows' && ask.by.length === 0 && !ask.top && ask.filters.length > 0 && ask.narrower === undefined;
    // What goes is not guessed: another spelling, or cells that say nothing, are a question.
    return isRows && ask.filters.every(({ notes = [] }) => notes.length === 0) ? [{ ask, score: reading.score }] : [];
  });
  const [best, next] = read.toSorted((a, b) => b.score - a.score);
  if (!best || (next && next.score === best.score)) return undefined;
  const rows = rowsFor(best.ask);
  if (rows.length === 0 || rows.length === best.ask.sheet.rows.length) return undefined;
  const { sheet } = best.ask;
  const which = { en: '', he: '' };
  const isBook = parts.kind === undefined ? sheet.table.kind === 'xlsx' : /excel|xlsx/iu.test(parts.kind);
  const name = parts.name?.replace(/^"|"$/gu, '').trim();
  const saved = actInWords({ kind: 'save', sheet, rows, which, isBook });
  const gone = actInWords({ kind: 'delete', sheet, rows, which });
  if (saved === undefined || gone === undefined) return undefined;
  return [name === undefined ? saved : `${saved} named "${withEnding(name, isBook)}"`, gone].join(THEN.en);
};

const withEnding = (name: string, isBook: boolean): string =>
  /\.(?:csv|xlsx)$/iu.test(name) ? name : `${name}.${isBook ? 'xlsx' : 'csv'}`;
