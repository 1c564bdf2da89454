import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seeded } from '../../fixtures/lib/random.ts';
import { openCsv } from '../csv/csv-file.ts';
import { openText } from '../text/text-file.ts';
import { settle } from '../tools/errors.ts';
import { align } from './align.ts';
import { diffTables, gridOf } from './table-diff.ts';
import { diffText } from './text-diff.ts';
import { acceptUnits, lineUnits, recordUnits, unitChanges } from './unit-changes.ts';
import { wordSpans } from './word-spans.ts';

type Line = { type: string; text: string; old_line?: number; new_line?: number; spans?: [number, number][] };
type Hunk = { old_start: number; old_lines: number; new_start: number; new_lines: number; lines: Line[] };
const text = (content: string) => openText(Buffer.from(content));
const hunks = (before: string, after: string) =>
  diffText(text(before), text(after), {}).body.hunks as unknown as Hunk[];

describe('alignment', () => {
  test('applying the blocks to one side gives the other, whatever the two lists', () => {
    const list = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 60 });
    fc.assert(
      fc.property(list, list, (a, b) => {
        const { blocks } = align(Int32Array.from(a), Int32Array.from(b));
        const rebuilt: number[] = [];
        let at = 0;
        for (const { oldFrom, oldTo, newFrom, newTo } of blocks) {
          rebuilt.push(...a.slice(at, oldFrom), ...b.slice(newFrom, newTo));
          at = oldTo;
        }
        expect([...rebuilt, ...a.slice(at)]).toEqual(b);
      }),
    );
  });

  test('a stretch too large to compare is replaced and said to be approximate', () => {
    const [a, b] = [
      Int32Array.from({ length: 5_000 }, (_, at) => at % 2),
      Int32Array.from({ length: 5_000 }, (_, at) => 2 + (at % 2)),
    ];
    expect(align(a, b)).toEqual({
      blocks: [{ oldFrom: 0, oldTo: 5_000, newFrom: 0, newTo: 5_000 }],
      approximate: true,
    });
  });
});

describe('text', () => {
  test('a hunk has three lines of context, line numbers of both sides and changed words', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
    const [hunk, ...rest] = hunks(lines.join('\n'), lines.with(9, 'line ten').join('\n'));
    expect(rest).toEqual([]);
    expect(hunk).toMatchObject({ old_start: 7, old_lines: 7, new_start: 7, new_lines: 7 });
    expect(hunk?.lines.map(({ type }) => type).join(' ')).toBe(
      'context context context removed added context context context',
    );
    expect(hunk?.lines[3]).toEqual({ type: 'removed', text: 'line 10', old_line: 10, spans: [[5, 7]] });
    expect(hunk?.lines[4]).toEqual({ type: 'added', text: 'line ten', new_line: 10, spans: [[5, 8]] });
  });

  test('changes of line endings, encoding and the last line break are told', () => {
    expect(diffText(text('a\nb\n'), text('a\r\nb\r\n'), {})).toMatchObject({
      body: { hunks: [], eol_only: true },
      other_changes: ['line endings or encoding'],
    });
    expect(diffText(text('a\nb\n'), text('a\nb'), {}).body).toMatchObject({ final_newline_changed: true, hunks: [] });
    const wide = openText(Buffer.from('\ufeffa\nb\n', 'utf16le'));
    expect(diffText(text('a\nb\n'), wide, {}).body).toMatchObject({ encoding_changed: true });
  });

  test('spans cover exactly what differs', () => {
    expect(wordSpans('the quick fox', 'the slow fox')).toEqual({ before: [[4, 9]], after: [[4, 8]] });
    expect(wordSpans('x'.repeat(3_000), 'y')).toBeUndefined();
  });

  test('[FL-60] five edits in 300,000 lines are five hunks, a window at a time', () => {
    const random = seeded(5);
    const lines = Array.from({ length: 300_000 }, (_, at) => `row ${at} ${random.below(1_000)}`);
    const places = [10, 70_000, 150_000, 150_020, 299_990];
    const after = lines.map((line, at) => (places.includes(at) ? `${line} edited` : line));
    const before = text(lines.join('\n'));
    const answer = diffText(before, text(after.join('\n')), {});
    const shown = answer.body.hunks as unknown as Hunk[];
    expect(answer.stats).toEqual({ added: 5, removed: 5, hunks: 5 });
    expect(answer.body).toMatchObject({ windowed: true, next: null, hunk_count: 5 });
    expect(shown.map(({ old_start }) => old_start)).toEqual(places.map((at) => at - 2));
    const { body } = diffText(before, text(after.join('\n')), { load: { side: 'before', from: 100, to: 102 } });
    expect(body.lines).toEqual([99, 100, 101].map((at) => ({ line: at + 1, text: lines[at] })));
  });
});

describe('tables', () => {
  const grid = (content: string) => gridOf(openCsv(text(content), 'csv'));
  const rows = Array.from({ length: 60 }, (_, at) => [`K${at}`, `name ${at}`, `${at * 3}`]);
  const write = (header: string, body: readonly (readonly string[])[]) =>
    `${header}\n${body.map((row) => row.join(',')).join('\n')}\n`;

  test('[FL-58] a keyed csv re-sorted with three cells changed shows three cells, the rest only as moved', async () => {
    const changed = rows.map((row, at) => (at === 5 || at === 20 || at === 40 ? row.with(2, 'new') : row)).toReversed();
    const { body, stats } = await diffTables(
      grid(write('code,name,amount', rows)),
      grid(write('code,name,amount', changed)),
      {},
    );
    expect(body.key).toEqual(['code']);
    expect(
      (body.rows as { status: string; key: string[]; cells: object[] }[]).map(({ status, key, cells }) => [
        status,
        key[0],
        cells,
      ]),
    ).toEqual(
      [40, 20, 5].map((at) => ['changed', `K${at}`, [{ column: 'amount', before: `${at * 3}`, after: 'new' }]]),
    );
    expect(stats).toEqual({ rows_added: 0, rows_removed: 0, rows_changed: 3, rows_moved: 59, cells_changed: 3 });
  });

  test('rows added and removed, columns renamed, added and retyped', async () => {
    const after = [...rows.slice(1), ['K99', 'late', '1']].map((row) => [...row, 'x']);
    const { body, stats } = await diffTables(
      grid(write('code,name,amount', rows)),
      grid(write('code,title,amount,extra', after)),
      {},
    );
    expect(body.columns).toMatchObject({ added: ['extra'], removed: [], renamed: [{ from: 'name', to: 'title' }] });
    expect(stats).toMatchObject({ rows_added: 1, rows_removed: 1, rows_changed: 0 });
  });

  test('without a key an inserted row is one row', async () => {
    const plain = rows.map(() => ['same', 'same', 'same']).map((row, at) => row.with(2, `${at % 7}`));
    const after = plain.toSpliced(30, 0, ['new', 'new', 'new']);
    const { body, stats } = await diffTables(grid(write('a,b,c', plain)), grid(write('a,b,c', after)), {});
    expect(body.key).toBeNull();
    expect(stats).toMatchObject({ rows_added: 1, rows_removed: 0, rows_changed: 0 });
  });
});

describe('accepting some changes', () => {
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`);
  const draft = [
    ...lines.slice(0, 5),
    'new a',
    'new b',
    ...lines.slice(5, 20),
    'line twenty',
    ...lines.slice(21, 30),
    ...lines.slice(33),
    'tail',
  ];
  const [before, after] = [`${lines.join('\n')}\n`, `${draft.join('\n')}\n`];

  test('none is the reference, all is the draft, and any subset holds exactly those changes', () => {
    const [old, now] = [lineUnits(text(before)), lineUnits(text(after))];
    const all = unitChanges(old, now);
    expect(all).toHaveLength(4);
    expect(acceptUnits(old, now, []).toString()).toBe(before);
    expect(
      acceptUnits(
        old,
        now,
        all.map(({ id }) => id),
      ).toString(),
    ).toBe(after);
    const labels = (a: string, b: string) =>
      unitChanges(lineUnits(text(a)), lineUnits(text(b))).map(({ label }) =>
        label.replace(/\d+(?= added)| line \d+/, ''),
      );
    fc.assert(
      fc.property(fc.subarray([...all]), (accepted) => {
        const result = acceptUnits(
          old,
          now,
          accepted.map(({ id }) => id),
        ).toString();
        expect(labels(before, result)).toHaveLength(accepted.length);
        expect(labels(result, after)).toHaveLength(all.length - accepted.length);
      }),
    );
  });

  test('records with line breaks inside stay whole', () => {
    const units = (content: string) => recordUnits(text(content), 'csv');
    const [old, now] = [units('id,t\n1,"a\nb"\n2,c\n3,d\n'), units('id,t\n1,"a\nB"\n2,C\n3,d\n')];
    const [first, second, ...rest] = unitChanges(old, now);
    expect(rest).toEqual([]);
    expect(acceptUnits(old, now, [first?.id ?? '']).toString()).toBe('id,t\n1,"a\nB"\n2,c\n3,d\n');
    expect(acceptUnits(old, now, [second?.id ?? '']).toString()).toBe('id,t\n1,"a\nb"\n2,C\n3,d\n');
  });

  test('an unknown change is refused', async () => {
    expect(await settle(() => acceptUnits(lineUnits(text('a')), lineUnits(text('b')), ['nope']))).toMatchObject({
      ok: false,
      error: { reason: 'dependent_change' },
    });
  });
});
