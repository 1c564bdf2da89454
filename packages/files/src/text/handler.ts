import { readFile, writeFile } from 'node:fs/promises';
import { acceptChanges, listChanges, reviewText } from '../review/text-handlers.ts';
import { refusal, settle } from '../tools/errors.ts';
import type { EditAnswer, EditRequest, KindHandler, Source } from '../tools/kind-handler.ts';
import { editText, type TextEdit, withNewlines } from './edit.ts';
import { mapText } from './map.ts';
import { readLines } from './read.ts';
import {
  convertText,
  emptyText,
  encodeOrRefuse,
  openText,
  openTextAs,
  preferredNewline,
  type TextFile,
} from './text-file.ts';

const open = async (source: Source): Promise<TextFile> => openText(await readFile(source.file));

export const textHandler: KindHandler = {
  kind: 'text',
  info: (source) =>
    settle(async () => {
      const { encoding, lineCount } = await open(source);
      return { line_count: lineCount, encoding_detected: encoding.encoding };
    }),
  map: (source, { part }) => settle(async () => mapText(await open(source), source.format, part)),
  read: (source, selectors) => settle(async () => readLines(await open(source), selectors)),
  edit: (request) => settle(() => editTextRequest(request)),
  diff: (request) => settle(() => reviewText(request)),
  changes: (request) => settle(() => listChanges(request, 'text')),
  accept: (request) => settle(() => acceptChanges(request, 'text')),
};

const editTextRequest = async (request: EditRequest): Promise<EditAnswer> => {
  if (((request.args.edits ?? [{}]) as readonly unknown[]).length === 0 && typeof request.args.read_as !== 'string')
    throw refusal('VALIDATION_FAILED', 'bad_op', 'There is nothing to do: give at least one operation.');
  const existing = request.source ? openTextAs(await readFile(request.source.file), request.args.read_as) : undefined;
  const before = existing ?? emptyText();
  const wanted = request.args.encoding === 'utf-8' || request.args.read_as ? convertText(before, 'utf-8') : before;
  const { bytes, ops } =
    request.tool === 'write_text_file' ? written(wanted, request, existing) : edited(wanted, request);
  if (existing && bytes.equals(before.bytes)) return unchanged(ops);
  await writeFile(request.output, bytes, { flush: true });
  return {
    ...describeChange(before, openText(bytes)),
    action: existing ? 'modified' : 'created',
    ops_applied: ops,
    warnings: [],
  };
};

const written = (
  file: TextFile,
  { args }: EditRequest,
  existing: TextFile | undefined,
): { bytes: Buffer; ops: number } => {
  const content = String(args.content);
  const text = existing ? withNewlines(content, preferredNewline(file)) : content;
  const mark = file.bytes.subarray(0, file.encoding.bom_length);
  return { bytes: Buffer.concat([mark, encodeOrRefuse(file.codec, text)]), ops: 1 };
};

const edited = (file: TextFile, { args }: EditRequest): { bytes: Buffer; ops: number } => {
  const edits = args.edits as readonly TextEdit[];
  return { bytes: editText(file, edits).bytes, ops: edits.length };
};

const unchanged = (ops_applied: number): EditAnswer => ({
  action: 'unchanged',
  ops_applied,
  changes: { lines_before: 0, lines_after: 0 },
  focus_hint: null,
  auto_summary: 'Nothing changed.',
  warnings: [],
});

/** What the bytes say, not what the operations asked for. */
const describeChange = (
  before: TextFile,
  after: TextFile,
): Pick<EditAnswer, 'changes' | 'focus_hint' | 'auto_summary'> => {
  const same = (a: number, b: number) => before.line(a) === after.line(b) && before.newline(a) === after.newline(b);
  const shortest = Math.min(before.lineCount, after.lineCount);
  let head = 0;
  while (head < shortest && same(head, head)) head += 1;
  let tail = 0;
  while (tail < shortest - head && same(before.lineCount - 1 - tail, after.lineCount - 1 - tail)) tail += 1;
  const lines_before = before.lineCount - head - tail;
  const lines_after = after.lineCount - head - tail;
  const first = Math.min(head + 1, Math.max(1, after.lineCount));
  return {
    changes: { first_line: first, lines_before, lines_after },
    focus_hint: { line: first },
    auto_summary: sentence(first, lines_before, lines_after, alike(before, after, head, lines_before, lines_after)),
  };
};

/** Lines of a longer stretch are not held against each other for the sake of one sentence. */
const mostTold = 100_000;

/** How many lines between the first change and the last are as they were, where lines can be told from each other. */
const alike = (before: TextFile, after: TextFile, head: number, left: number, right: number): number | undefined => {
  if (Math.max(left, right) > mostTold) return undefined;
  const kept = new Map<string, number>();
  for (let at = head; at < head + left; at += 1) {
    const line = before.line(at);
    kept.set(line, (kept.get(line) ?? 0) + 1);
  }
  let count = 0;
  for (let at = head; at < head + right; at += 1) {
    const line = after.line(at);
    const copies = kept.get(line) ?? 0;
    if (copies === 0) continue;
    kept.set(line, copies - 1);
    count += 1;
  }
  return count;
};

const sentence = (first: number, before: number, after: number, kept: number | undefined): string => {
  const lines = (count: number) => `${count} line${count === 1 ? '' : 's'}`;
  if (before === 0) return `${lines(after)} added at line ${first}.`;
  if (after === 0) return `${lines(before)} removed at line ${first}.`;
  const last = first + after - 1;
  if (kept === undefined || kept > 0) {
    const told = before === after && kept !== undefined && kept < after ? `${lines(after - kept)} changed` : 'Changes';
    const grown = before === after ? '' : `; ${lines(before)} there before, ${lines(after)} now`;
    return `${told} between lines ${first} and ${last}${grown}.`;
  }
  const place = after === 1 ? `Line ${first}` : `Lines ${first}-${last}`;
  return before === after ? `${place} changed.` : `${place} changed; ${lines(before)} before, ${lines(after)} now.`;
};
