import { readBudget, unitCap } from '../tools/budget.ts';
import { refusal } from '../tools/errors.ts';
import type { ReadAnswer, ReadSelectors } from '../tools/kind-handler.ts';
import { linesPerChunk } from './map.ts';
import type { TextFile } from './text-file.ts';

export type LineSelectors = Pick<ReadSelectors, 'line_start' | 'line_count' | 'view'>;

/** Whole lines within the budget; `next` continues exactly after the last of them. */
export const readLines = (file: TextFile, { line_start, line_count, view }: LineSelectors): ReadAnswer => {
  if (line_start !== null && line_start < 1) throw badSelector('line_start counts from 1.');
  if (line_count !== null && line_count < 1) throw badSelector('line_count must be at least 1.');
  const warnings = file.encoding.guessed ? [`encoding_guessed:${file.encoding.encoding}`] : [];
  const first = line_start ?? 1;
  const total = file.lineCount;
  if (first > total && total > 0) return { ...answer(file, first, [], total), warnings };
  const part = partOf(view);
  if (part !== undefined) return { ...splitLine(file, first, part), warnings };

  const asked = line_count ?? (line_start === null && fitsWhole(file) ? total : linesPerChunk);
  const lines: string[] = [];
  let length = 0;
  for (let number = first; number < first + asked && number <= total; number++) {
    const line = file.line(number - 1);
    if (lines.length > 0 && length + line.length + 1 > readBudget) break;
    if (line.length > unitCap) {
      if (lines.length > 0) break;
      return { ...splitLine(file, number, 1), warnings };
    }
    lines.push(line);
    length += line.length + 1;
  }
  return { ...answer(file, first, lines, total), warnings };
};

const badSelector = (message: string) => refusal('VALIDATION_FAILED', 'bad_selector', message);

/** Bytes bound characters from above; a file that is clearly too long need not be counted. */
const fitsWhole = (file: TextFile): boolean => {
  if (file.bytes.length > readBudget * 4) return false;
  let length = 0;
  for (let index = 0; index < file.lineCount; index++) length += file.line(index).length + 1;
  return length <= readBudget;
};

const answer = (
  file: TextFile,
  first: number,
  lines: readonly string[],
  total: number,
): Omit<ReadAnswer, 'warnings'> => {
  const last = first + lines.length - 1;
  const text = lines.join('\n');
  if (first === 1 && last >= total) return { text };
  const has_more = lines.length > 0 && last < total;
  return {
    text,
    chunk_info: {
      chunk_index: Math.floor((first - 1) / linesPerChunk),
      total_chunks: Math.ceil(total / linesPerChunk),
      has_more,
      range: lines.length === 0 ? '' : `${first}-${last}`,
      unit: 'lines',
      returned: lines.length,
      total: file.lineCount,
      next: has_more ? { line_start: last + 1, line_count: Math.min(linesPerChunk, total - last) } : null,
    },
  };
};

const partOf = (view: string | null): number | undefined => {
  if (view === null) return undefined;
  const [, part] = /^part:([1-9]\d*)$/.exec(view) ?? [];
  if (part === undefined) throw badSelector(`view "${view}" is not for text; only part:<n> of an over-long line is.`);
  return Number(part);
};

/** One line longer than any answer: given in parts, addressed by `view`. */
const splitLine = (file: TextFile, number: number, part: number): Omit<ReadAnswer, 'warnings'> => {
  const line = file.line(number - 1);
  const parts = Math.max(1, Math.ceil(line.length / readBudget));
  if (part > parts) throw badSelector(`Line ${number} has ${parts} parts.`);
  const total = file.lineCount;
  const next =
    part < parts
      ? { line_start: number, line_count: 1, view: `part:${part + 1}` }
      : number < total
        ? { line_start: number + 1, line_count: Math.min(linesPerChunk, total - number) }
        : null;
  return {
    text: line.slice((part - 1) * readBudget, part * readBudget),
    chunk_info: {
      chunk_index: Math.floor((number - 1) / linesPerChunk),
      total_chunks: Math.ceil(total / linesPerChunk),
      has_more: next !== null,
      range: `${number}-${number}`,
      unit: 'lines',
      returned: 1,
      total,
      next,
      unit_split: { part, parts },
    },
  };
};
