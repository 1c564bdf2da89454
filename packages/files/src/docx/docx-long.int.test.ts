import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentXml, docx, paragraph, run, table } from '../../fixtures/docx/parts.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-docx-long-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const paragraphs = 16_000;
const clauses = (text: (at: number) => string): Buffer =>
  docx(
    documentXml(
      Array.from({ length: paragraphs }, (_, at) =>
        at % 50 === 7
          ? table([
              [`Row ${at}`, 'Amount'],
              [text(at), String(at)],
            ])
          : paragraph(run(text(at)) + run(' And more words, ') + run('so that it is long.')),
      ).join(''),
    ),
  );

/** Two trees of these documents do not fit here. The comparison also runs in 65 MB, so there is room. */
const heapMegabytes = 90;
const script = `
  import { compareDocx } from ${JSON.stringify(new URL('./compared.ts', import.meta.url).href)};
  import { buildDocx } from ${JSON.stringify(new URL('../review/typed/docx.ts', import.meta.url).href)};
  const [, before, after] = process.argv;
  const sourceOf = (file) => ({ path: 'a.docx', file, version: file, size_bytes: 1, format: 'docx' });
  const built = buildDocx(await compareDocx(sourceOf(before), sourceOf(after)));
  console.log(JSON.stringify(built.items.map(({ status, place }) => [status, place.at, place.number])));
`;

test('two long documents are compared in less memory than their trees take', async () => {
  const [before, after] = [join(folder, 'before.docx'), join(folder, 'after.docx')];
  const clause = (at: number) =>
    `Clause ${at}: the supplier delivers item ${at * 7} within ${at % 30} days of the order.`;
  await writeFile(before, clauses(clause));
  await writeFile(
    after,
    clauses((at) => (at === 5_007 || at === 9_000 ? `${clause(at)} Or later.` : clause(at))),
  );
  const { stdout } = await promisify(execFile)(process.execPath, [
    `--max-old-space-size=${heapMegabytes}`,
    '--input-type=module',
    '--eval',
    script,
    before,
    after,
  ]);
  expect(JSON.parse(stdout)).toEqual([
    ['changed', 'table', 101],
    ['changed', 'paragraph', 8_821],
  ]);
}, 120_000);
