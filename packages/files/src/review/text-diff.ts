import type { JsonObject } from '@atelier/kernel/core';
import { endsWithNewline, newlineStyle, type TextFile } from '../text/text-file.ts';
import { refusal } from '../tools/errors.ts';
import type { DiffAnswer } from '../tools/kind-handler.ts';
import { align, type Block } from './align.ts';
import { numberLines } from './line-numbers.ts';
import { wordSpans } from './word-spans.ts';

const context = 3;
/** Files below this are shown whole; above, a window of changes at a time. */
const wholeLines = 5_000;
const windowLines = 2_000;
/** What the numbers of lines may take up beside the two files themselves. */
const mostLines = 10_000_000;

/** Lines compared by their text; line breaks are judged apart. */
export const diffText = (before: TextFile, after: TextFile, options: JsonObject): DiffAnswer => {
  if (options.load !== undefined && options.load !== null) return loadLines(before, after, options.load as JsonObject);
  if (typeof options.search === 'string') return searchLines(before, after, options.search);
  if (before.lineCount + after.lineCount > mostLines) {
    throw refusal('LIMIT_FILE_SIZE', 'too_large', `More than ${mostLines} lines cannot be compared line by line.`, {
      hint: 'Search either side for words, or load a range of lines.',
    });
  }
  const { blocks, approximate } = align(...numberLines(before, after));
  const groups = hunkGroups(blocks);
  const isSmall = before.lineCount < wholeLines && after.lineCount < wholeLines;
  const from = Math.max(0, Number(options.offset ?? 0));
  const shown: JsonObject[] = [];
  let lines = 0;
  for (const group of groups.slice(from)) {
    if (!isSmall && shown.length > 0 && lines >= windowLines) break;
    const hunk = hunkOf(before, after, group, isSmall ? Number.POSITIVE_INFINITY : windowLines);
    shown.push(hunk.body);
    lines += hunk.lines;
  }
  const after_ = from + shown.length;
  const hasMore = after_ < groups.length;
  const added = blocks.reduce((sum, { newFrom, newTo }) => sum + newTo - newFrom, 0);
  const removed = blocks.reduce((sum, { oldFrom, oldTo }) => sum + oldTo - oldFrom, 0);
  const isSameBytes = before.bytes.equals(after.bytes);
  return {
    body: {
      hunks: shown,
      hunk_count: groups.length,
      ...(isSmall ? {} : { windowed: true, next: hasMore ? { offset: after_ } : null }),
      eol_only: blocks.length === 0 && !isSameBytes && newlineStyle(before) !== newlineStyle(after),
      encoding_changed:
        before.encoding.encoding !== after.encoding.encoding ||
        before.encoding.bom_length !== after.encoding.bom_length,
      final_newline_changed: endsWithNewline(before) !== endsWithNewline(after),
      ...(approximate ? { approximate: true } : {}),
    },
    stats: { added, removed, hunks: groups.length },
    other_changes: blocks.length === 0 && !isSameBytes ? ['line endings or encoding'] : [],
    ...(hasMore ? { truncated: true } : {}),
  };
};

/** Blocks whose context would touch share a hunk. */
const hunkGroups = (blocks: readonly Block[]): readonly (readonly Block[])[] => {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1)?.at(-1);
    if (last && block.oldFrom - last.oldTo <= 2 * context) groups.at(-1)?.push(block);
    else groups.push([block]);
  }
  return groups;
};

const hunkOf = (
  before: TextFile,
  after: TextFile,
  group: readonly Block[],
  most: number,
): { readonly body: JsonObject; readonly lines: number } => {
  const first = group[0] as Block;
  const last = group.at(-1) as Block;
  const lead = Math.min(context, first.oldFrom, first.newFrom);
  const tail = Math.min(context, before.lineCount - last.oldTo, after.lineCount - last.newTo);
  const lines: JsonObject[] = [];
  const same = (oldAt: number, newAt: number, count: number): void => {
    for (let at = 0; at < count; at++)
      lines.push({
        type: 'context',
        text: before.line(oldAt + at),
        old_line: oldAt + at + 1,
        new_line: newAt + at + 1,
      });
  };
  same(first.oldFrom - lead, first.newFrom - lead, lead);
  for (const [at, block] of group.entries()) {
    lines.push(...changedLines(before, after, block));
    const next = group[at + 1];
    if (next) same(block.oldTo, block.newTo, next.oldFrom - block.oldTo);
  }
  same(last.oldTo, last.newTo, tail);
  const isCut = lines.length > most;
  return {
    body: {
      old_start: first.oldFrom - lead + 1,
      old_lines: last.oldTo + tail - (first.oldFrom - lead),
      new_start: first.newFrom - lead + 1,
      new_lines: last.newTo + tail - (first.newFrom - lead),
      lines: isCut ? lines.slice(0, most) : lines,
      ...(isCut ? { lines_omitted: lines.length - most } : {}),
    },
    lines: Math.min(lines.length, most),
  };
};

const changedLines = (
  before: TextFile,
  after: TextFile,
  { oldFrom, oldTo, newFrom, newTo }: Block,
): readonly JsonObject[] => {
  const paired = oldTo - oldFrom === newTo - newFrom;
  const spansAt = (at: number) => (paired ? wordSpans(before.line(oldFrom + at), after.line(newFrom + at)) : undefined);
  const list = (spans: readonly (readonly [number, number])[] | undefined): JsonObject =>
    spans ? { spans: spans.map(([from, to]) => [from, to]) } : {};
  const removed = Array.from({ length: oldTo - oldFrom }, (_, at) => ({
    type: 'removed',
    text: before.line(oldFrom + at),
    old_line: oldFrom + at + 1,
    ...list(spansAt(at)?.before),
  }));
  const added = Array.from({ length: newTo - newFrom }, (_, at) => ({
    type: 'added',
    text: after.line(newFrom + at),
    new_line: newFrom + at + 1,
    ...list(spansAt(at)?.after),
  }));
  return [...removed, ...added];
};

const sideOf = (before: TextFile, after: TextFile, side: unknown): TextFile => (side === 'before' ? before : after);

/** Lines of one side that no hunk shows. */
const loadLines = (before: TextFile, after: TextFile, { side, from, to }: JsonObject): DiffAnswer => {
  const file = sideOf(before, after, side);
  const [first, last] = [Number(from), Math.min(Number(to), Number(from) + windowLines - 1, file.lineCount)];
  if (!(first >= 1) || Number(to) < first)
    throw refusal('VALIDATION_FAILED', 'bad_selector', 'load takes lines from 1.');
  const lines = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({
    line: first + at,
    text: file.line(first + at - 1),
  }));
  return {
    body: { side: side === 'before' ? 'before' : 'after', lines, total: file.lineCount },
    stats: {},
    other_changes: [],
  };
};

const mostHits = 100;

const searchLines = (before: TextFile, after: TextFile, text: string): DiffAnswer => {
  const hits = (file: TextFile): number[] => {
    const found: number[] = [];
    for (let at = 0; at < file.lineCount && found.length < mostHits; at++)
      if (file.line(at).includes(text)) found.push(at + 1);
    return found;
  };
  return { body: { search: text, before: hits(before), after: hits(after) }, stats: {}, other_changes: [] };
};
