import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  documentXml,
  docx,
  headingStyles,
  paragraph,
  part,
  run,
  stylesXml,
  table,
} from '../../packages/files/fixtures/docx/parts.ts';
import { seeded } from '../../packages/files/fixtures/lib/random.ts';
import { docxHandler } from '../../packages/files/src/docx/handler.ts';
import { entryBytes, openZip } from '../../packages/files/src/package/index.ts';
import type { Source } from '../../packages/files/src/tools/kind-handler.ts';
import { type Bench, median } from '../bench.ts';

const paragraphs = 2_000;
const hits = 260;
const rounds = 25;

const vocabulary =
  'quarter budget region cost staff growth risk margin forecast supplier contract delay review board target volume price market client season revenue expense audit plan stage permit survey crew vessel crane storage customs invoice ledger balance reserve payment tender scope quality method result figure table summary outlook measure change increase decline average total north south east west first second third late early stable higher lower open closed'.split(
    ' ',
  );

/** A report of 2,000 paragraphs and 50 tables in which one phrase stands 260 times, now and then over two runs. */
const report = (): Buffer => {
  const random = seeded(11);
  const words = (count: number) => Array.from({ length: count }, () => random.pick(vocabulary)).join(' ');
  const body = Array.from({ length: paragraphs }, (_, at) => {
    if (at % 25 === 0) return paragraph(run(`Chapter ${at / 25 + 1}`), 'Heading1');
    // 2,000 paragraphs less 80 headings leave 1,920 for the phrase to stand in.
    const place = at - Math.floor(at / 25) - 1;
    const isHit = Math.floor((place * hits) / 1_920) !== Math.floor(((place + 1) * hits) / 1_920);
    const phrase = !isHit
      ? run('the budget')
      : at % 3 === 0
        ? `${run('harbour')}${run(' plan', '<w:i/>')}`
        : run('harbour plan');
    const text = paragraph(
      `${run(`${words(6)} `)}${phrase}${run(` ${words(4)} `)}${run(words(1), '<w:b/>')}${run(`, ${words(14)}.`)}`,
    );
    return at % 40 === 7
      ? `${table([
          ['Item', 'Amount'],
          [`Row ${at}`, String(at)],
        ])}${text}`
      : text;
  }).join('');
  return docx(documentXml(body), [part.styles(stylesXml(headingStyles([['Heading1', 'heading 1']])))]);
};

/** Every part inflated and the main one walked once as text: what no reader can do without. */
const bareReading = async (file: string): Promise<number> => {
  const zip = openZip(await readFile(file));
  let tags = 0;
  for (const entry of zip.entries) {
    const bytes = entryBytes(zip, entry);
    if (entry.name !== 'word/document.xml') continue;
    const text = bytes.toString('utf8');
    for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === 60) tags++;
  }
  if (tags === 0) throw new Error('nothing was read');
  return tags;
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const documents: Bench = {
  ids: ['docx-map', 'docx-replace'],
  run: async ({ folder }) => {
    const bytes = report();
    const file = join(folder, 'report.docx');
    writeFileSync(file, bytes);
    const source: Source = { path: 'report.docx', file, version: 'bench', size_bytes: bytes.length, format: 'docx' };
    const workspace = { temp: folder, cache: folder };
    const samples = { bare: [] as number[], map: [] as number[], replace: [] as number[] };
    const map = async () => {
      const made = await docxHandler.map(source, { part: null, detail: 'full' }, workspace);
      if (!made.ok || (made.value.tables as unknown[]).length !== 50) throw new Error('the map is not as expected');
    };
    const replace = async () => {
      const made = await docxHandler.edit?.(
        {
          tool: 'docx_operations',
          source,
          path: 'report.docx',
          copy_from: null,
          args: {
            operations: [
              {
                op: 'replace_text',
                search: 'harbour plan',
                replace: 'port scheme',
                match_case: null,
                scope: null,
                allow_no_match: null,
              },
            ],
            track_changes: null,
          },
          resources: {},
          output: join(folder, 'out.docx'),
        },
        workspace,
      );
      if (!made?.ok || made.value.extra?.replacements !== hits)
        throw new Error(`not ${hits} replacements: ${JSON.stringify(made).slice(0, 300)}`);
    };
    // Turn by turn, so that a busy moment of the machine falls on all three.
    for (let round = 0; round < rounds + 2; round++) {
      const bare = await timed(() => bareReading(file));
      const mapped = await timed(map);
      const replaced = await timed(replace);
      if (round < 2) continue;
      samples.bare.push(bare);
      samples.map.push(mapped);
      samples.replace.push(replaced);
    }
    const yardstick = median(samples.bare);
    return [
      { id: 'docx-map', value: median(samples.map), unit: 'ms', yardstick },
      { id: 'docx-replace', value: median(samples.replace), unit: 'ms', yardstick },
    ];
  },
};

export const benches: readonly Bench[] = [documents];
