import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentXml, docx, paragraph, run, table } from '../../fixtures/docx/parts.ts';
import { openPackage } from '../package/index.ts';
import type { Change, Source } from '../tools/kind-handler.ts';
import { blocksOf } from './blocks.ts';
import { acceptDocx, changesOf } from './changes.ts';
import { compareDocx } from './compared.ts';
import { docxOf } from './docx-file.ts';

let folder: string;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-docx-moves-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const source = (bytes: Buffer): Source => {
  const file = join(folder, `${made++}.docx`);
  writeFileSync(file, bytes);
  return { path: 'a.docx', file, version: file, size_bytes: bytes.length, format: 'docx' };
};

const changesBetween = async (before: Source, after: Source) => changesOf(await compareDocx(before, after));

const accept = async (reference: Source, draft: Source, accepted: readonly string[]): Promise<Buffer> => {
  const output = join(folder, `${made++}.docx`);
  await acceptDocx({ reference, draft, accepted, output });
  return readFileSync(output);
};

const closed = (changes: readonly Change[], from: readonly string[]): readonly string[] => {
  const kept = new Set<string>();
  const keep = (id: string): void => {
    if (kept.has(id)) return;
    kept.add(id);
    for (const other of changes.find((change) => change.id === id)?.requires ?? []) keep(other);
  };
  for (const id of from) keep(id);
  return [...kept];
};

/** Texts of paragraphs, and rows of tables by their first cell. */
const textsOf = (bytes: Buffer): readonly string[] =>
  blocksOf(docxOf(openPackage(bytes))).flatMap((block) =>
    block.kind === 'paragraph' ? [block.text] : block.rows.map((row) => `row ${row[0]?.text ?? ''}`),
  );

const expectNoneLostOrDoubled = (
  before: readonly string[],
  after: readonly string[],
  result: readonly string[],
  name: (text: string) => string = (text) => text,
): void => {
  const count = (texts: readonly string[], wanted: string) => texts.filter((text) => name(text) === wanted).length;
  for (const each of new Set([...before, ...after, ...result].map(name))) {
    const bounds = [count(before, each), count(after, each)];
    expect(count(result, each), each).toBeGreaterThanOrEqual(Math.min(...bounds));
    expect(count(result, each), each).toBeLessThanOrEqual(Math.max(...bounds));
  }
};

const bodyOf = (texts: readonly string[]): Buffer => docx(documentXml(texts.map((it) => paragraph(run(it))).join('')));
const rowsOf = (rows: readonly (readonly string[])[]): Buffer =>
  docx(documentXml(paragraph(run('The list')) + table([['Id', 'Name', 'Amount'], ...rows]) + paragraph(run('End'))));

const someOf = (changes: readonly Change[], coin: fc.Stream<boolean>): readonly string[] =>
  closed(
    changes,
    changes.filter(() => coin.next().value).map(({ id }) => id),
  );

const check = async (
  before: Buffer,
  after: Buffer,
  coin: fc.Stream<boolean>,
  name?: (text: string) => string,
): Promise<void> => {
  const [reference, draft] = [source(before), source(after)];
  const changes = await changesBetween(reference, draft);
  const all = changes.map(({ id }) => id);
  expect((await accept(reference, draft, [])).equals(before)).toBe(true);
  if (all.length > 0) expect((await accept(reference, draft, all)).equals(after)).toBe(true);
  const result = await accept(reference, draft, someOf(changes, coin));
  expectNoneLostOrDoubled(textsOf(before), textsOf(after), textsOf(result), name);
};

type Step = { readonly step: 'move' | 'swap' | 'delete' | 'edit' | 'sort'; readonly from: number; readonly to: number };
const steps = (kinds: readonly Step['step'][]) =>
  fc.array(fc.record({ step: fc.constantFrom(...kinds), from: fc.nat(40), to: fc.nat(40) }), {
    minLength: 1,
    maxLength: 5,
  });

const edited = <T>(list: readonly T[], all: readonly Step[], change: (it: T) => T, key: (it: T) => string): T[] => {
  const made = [...list];
  for (const { step, from, to } of all) {
    if (made.length < 2) break;
    const [a, b] = [from % made.length, to % made.length];
    if (step === 'sort') made.sort((x, y) => (key(x) < key(y) ? -1 : 1));
    else if (step === 'delete') made.splice(a, 1);
    else if (step === 'edit') made[a] = change(made[a] as T);
    else if (step === 'swap') [made[a], made[b]] = [made[b] as T, made[a] as T];
    else made.splice(b, 0, ...made.splice(a, 1));
  }
  return made;
};

const short = fc.constantFrom('Yes', 'No', 'Maybe', 'Total of all');
const clauses = [
  'The supplier delivers the goods within ten days.',
  'Payment is due thirty days after the invoice.',
  'Each party keeps what it learns to itself.',
  'This agreement ends on the last day of the year.',
  'Disputes go to the court at the seat of the buyer.',
];

test('no closed choice loses or doubles a paragraph that moved', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(short, fc.constantFrom(...clauses)), { minLength: 2, maxLength: 10 }),
      steps(['move', 'swap', 'delete', 'sort']),
      fc.infiniteStream(fc.boolean()),
      (before, all, coin) =>
        check(
          bodyOf(before),
          bodyOf(
            edited(
              before,
              all,
              (it) => it,
              (it) => it,
            ),
          ),
          coin,
        ),
    ),
    { numRuns: 40 },
  );
}, 120_000);

test('no closed choice loses or doubles a clause that moved and changed in a word', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(clauses, { minLength: 2 }),
      steps(['move', 'swap', 'edit']),
      fc.infiniteStream(fc.boolean()),
      (before, all, coin) => {
        const after = edited(
          before,
          all,
          (it) => (it.endsWith(' soon') ? it : `${it} soon`),
          (it) => it,
        );
        return check(bodyOf(before), bodyOf(after), coin, (text) => text.replace(/ soon$/, ''));
      },
    ),
    { numRuns: 40 },
  );
}, 120_000);

test('no closed choice loses or doubles a row of a table that was sorted, moved or changed', async () => {
  const ids = fc.uniqueArray(fc.integer({ min: 10, max: 99 }), { minLength: 2, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      ids,
      steps(['move', 'swap', 'delete', 'edit', 'sort']),
      fc.infiniteStream(fc.boolean()),
      (numbers, all, coin) => {
        const before = numbers.map((id) => [`No ${id}`, `Name ${id % 3}`, String(id % 2)]);
        const after = edited(
          before,
          all,
          ([id = '', name = '', sum = '']) => [id, name, `${sum}1`],
          ([id = '']) => id,
        );
        return check(rowsOf(before), rowsOf(after), coin);
      },
    ),
    { numRuns: 40 },
  );
}, 120_000);

test('two paragraphs that changed places are moves, not two changes of words', async () => {
  const [a = '', b = '', c = '', d = '', e = ''] = clauses;
  const changes = await changesBetween(source(bodyOf([a, b, c, d, e])), source(bodyOf([e, b, c, d, a])));
  expect(changes.map(({ id }) => id.split(':')[0])).toEqual(['move', 'move']);
});
