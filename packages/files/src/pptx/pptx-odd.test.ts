import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { png } from '../../fixtures/docx/parts.ts';
import { orderProblems } from '../../fixtures/lib/schema-order.ts';
import { type MadeEntry, makeZip } from '../../fixtures/lib/zip.ts';
import { body, bullet, group, line, pptx, run, slideXml, textBox, title } from '../../fixtures/pptx/parts.ts';
import { richPptx } from '../../fixtures/pptx/rich.ts';
import { openPackage } from '../package/index.ts';
import type { EditAnswer, ReadAnswer, ReadSelectors, Source } from '../tools/kind-handler.ts';
import { pptxHandler } from './handler.ts';
import { pptxOf } from './pptx-file.ts';
import { shapesOf, titleOf } from './shapes.ts';

let folder: string;
let made = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-pptx-odd-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const workspace = () => ({ temp: folder, cache: folder });
const source = (bytes: Buffer, path = 'a.pptx'): Source => {
  const file = join(folder, `${made++}.pptx`);
  writeFileSync(file, bytes);
  return { path, file, version: file, size_bytes: bytes.length, format: 'pptx' };
};
const read = async (bytes: Buffer, more: Partial<ReadSelectors> = {}): Promise<ReadAnswer> => {
  const answer = await pptxHandler.read(
    source(bytes),
    { slide_index: null, view: null, ...more } as ReadSelectors,
    workspace(),
  );
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
};
const edit = async (bytes: Buffer, operations: readonly object[]) => {
  const output = join(folder, `${made++}.pptx`);
  const answer = await pptxHandler.edit?.(
    {
      tool: 'pptx_operations',
      source: source(bytes),
      path: 'a.pptx',
      copy_from: null,
      args: { operations } as never,
      resources: { 'logo.png': source(png(20, 10, [1, 2, 3]), 'logo.png') },
      output,
    },
    workspace(),
  );
  if (!answer?.ok) throw new Error(JSON.stringify(answer?.error));
  const value: EditAnswer = answer.value;
  const result = value.action === 'unchanged' ? Buffer.alloc(0) : readFileSync(output);
  if (result.length > 0) expect(orderProblems(result)).toEqual([]);
  return { answer: value, bytes: result };
};
const titles = (bytes: Buffer) => {
  const file = pptxOf(openPackage(bytes));
  return file.slides.map(({ part }) => titleOf(shapesOf(file.parts, part)));
};
/** The same package with some of its parts written otherwise, or gone (null). */
const rewritten = (bytes: Buffer, change: (name: string, xml: string) => string | null): Buffer => {
  const pkg = openPackage(bytes);
  return makeZip(
    pkg.names().flatMap((name): MadeEntry[] => {
      if (!/\.(xml|rels)$/.test(name)) return [{ name, data: pkg.bytes(name) }];
      const data = change(name, pkg.bytes(name).toString());
      return data === null ? [] : [{ name, data }];
    }),
  );
};
const deck = () =>
  pptx([
    { xml: slideXml(title('One') + body(bullet('First'))) },
    { xml: slideXml(title('Two') + body(bullet('Second'))) },
    { xml: slideXml(title('Three') + body(bullet('Third'))) },
  ]);

describe('odd spellings of the same presentation', () => {
  test('other prefixes, the drawing one declared only where it is used', async () => {
    const odd = rewritten(deck(), (name, xml) =>
      /ppt\/slides\/slide\d/.test(name)
        ? xml
            .replaceAll(/<(\/?)p:/g, '<$1')
            .replace('xmlns:p=', 'xmlns=')
            .replaceAll(/<(\/?)a:/g, '<$1d:')
            .replace(/ xmlns:a="([^"]*)"/, '')
            .replaceAll(/<(d:\w+)(?=[\s/>])/g, '<$1 xmlns:d="http://schemas.openxmlformats.org/drawingml/2006/main"')
        : xml,
    );
    const changed = await edit(odd, [
      { op: 'set_slide_text', index: 0, body: 'New\nLines' },
      { op: 'append_bullets', index: 1, bullets: ['More'] },
      { op: 'insert_image', index: 2, source_path: 'logo.png', left_in: 1, top_in: 1, width_in: 1, alt_text: 'Logo' },
    ]);
    const { text } = await read(changed.bytes);
    expect(text).toContain('  - New\n  - Lines');
    expect(text).toContain('  - Second\n  - More');
    expect(text).toContain('picture] Logo');
  });

  test('the strict dialect is read, and new slides and notes stay in it', async () => {
    const strict = rewritten(deck(), (name, xml) =>
      name.startsWith('ppt/') && !name.endsWith('.rels')
        ? xml.replaceAll(/http:\/\/schemas\.openxmlformats\.org\/(\w+)\/2006\//g, 'http://purl.oclc.org/ooxml/$1/')
        : xml,
    );
    expect(titles(strict)).toEqual(['One', 'Two', 'Three']);
    const changed = await edit(strict, [{ op: 'add_slide', title: 'Four', body: 'x', notes: 'Remember' }]);
    expect(titles(changed.bytes)).toEqual(['One', 'Two', 'Three', 'Four']);
    const slide = openPackage(changed.bytes).bytes('ppt/slides/slide4.xml').toString();
    expect(slide).not.toContain('schemas.openxmlformats.org');
    expect((await read(changed.bytes)).text).toContain('Notes: Remember');
  });

  test('a listed slide whose part is gone has no index and does not shift the others', async () => {
    const broken = rewritten(deck(), (name, xml) =>
      /slides\/(_rels\/)?slide1\.xml/.test(name)
        ? null
        : name === 'ppt/_rels/presentation.xml.rels'
          ? xml.replace(/<Relationship Id="rIdSlide1"[^>]*>/, '')
          : xml.replace(
              '<Override PartName="/ppt/slides/slide1.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.slide+xml"/>',
              '',
            ),
    );
    expect(titles(broken)).toEqual(['Two', 'Three']);
    const changed = await edit(broken, [
      { op: 'move_slide', index: 1, to: 0 },
      { op: 'add_slide', title: 'Between', position: 1 },
    ]);
    expect(titles(changed.bytes)).toEqual(['Three', 'Between', 'Two']);
  });

  test('booleans in words: a hidden slide, a merged cell', async () => {
    const hidden = rewritten(deck(), (name, xml) =>
      name === 'ppt/slides/slide2.xml' ? xml.replace('<p:sld ', '<p:sld show="false" ') : xml,
    );
    expect(pptxOf(openPackage(hidden)).slides.map((slide) => slide.hidden)).toEqual([false, true, false]);
  });
});

test('alternate content is read once, and words in both branches are replaced and counted once', async () => {
  const both = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main" Requires="p14">${textBox(8, 'Harbour plan')}</mc:Choice><mc:Fallback>${textBox(8, 'Harbour plan')}</mc:Fallback></mc:AlternateContent>`;
  const bytes = pptx([{ xml: slideXml(title('A') + both + group(20, group(21, textBox(22, 'Deep')))) }]);
  const { text } = await read(bytes);
  expect(text.match(/Harbour plan/g)).toHaveLength(1);
  expect(text).toContain('[s22 text] Deep');
  const changed = await edit(bytes, [{ op: 'replace_text', search: 'harbour', replace: 'Port' }]);
  expect(changed.answer.extra).toEqual({ replacements: 1 });
  expect(
    openPackage(changed.bytes)
      .bytes('ppt/slides/slide1.xml')
      .toString()
      .match(/Port plan/g),
  ).toHaveLength(2);
});

test('a line break in a replacement is a break on the slide, in the look of the run it broke', async () => {
  const bytes = pptx([{ xml: slideXml(title('A') + body(line(run('One and two', ' b="1"')))) }]);
  const changed = await edit(bytes, [{ op: 'replace_text', search: ' and ', replace: '\n' }]);
  const xml = openPackage(changed.bytes).bytes('ppt/slides/slide1.xml').toString();
  expect(xml.match(/b="1"/g)).toHaveLength(3);
  expect((await read(changed.bytes)).text).toContain('One\\ntwo');
});

test('a slide longer than any answer comes in parts that make it whole', async () => {
  const long = Array.from({ length: 9_000 }, (_, at) => `word${at}`).join(' ');
  const bytes = pptx([{ xml: slideXml(title('A') + textBox(9, long)) }, { xml: slideXml(title('B')) }]);
  const seen: string[] = [];
  let next: object | null = { slide_index: 0 };
  while (next) {
    const answer: ReadAnswer = await read(bytes, next);
    seen.push(answer.text);
    next = answer.chunk_info?.next ?? null;
  }
  expect(seen.slice(0, -1).join('')).toContain(long);
  expect(seen.at(-1)).toContain('[s2 title] B');
});

test('only the theme differs: the file is not shown as unchanged', async () => {
  const other = rewritten(richPptx(), (name, xml) =>
    name === 'ppt/theme/theme1.xml' ? xml.replace('2F5597', '2F5598') : xml,
  );
  const answer = await pptxHandler.diff?.(
    { reference: source(richPptx()), draft: source(other), options: {} },
    workspace(),
  );
  expect(answer).toMatchObject({ ok: true, value: { other_changes: ['theme'], stats: { changed: 0 } } });
});

test('a slide that only took another layout is a change that can be taken or left', async () => {
  const other = rewritten(deck(), (name, xml) =>
    name === 'ppt/slides/_rels/slide2.xml.rels' ? xml.replace('slideLayout2.xml', 'slideLayout3.xml') : xml,
  );
  const [reference, draft] = [source(deck()), source(other)];
  const changes = await pptxHandler.changes?.({ reference, draft, options: {} }, workspace());
  expect(changes).toMatchObject({ ok: true, value: [{ id: 'slide:257' }] });
  const both = rewritten(other, (name, xml) => (name === 'ppt/slides/slide1.xml' ? xml.replace('First', '1st') : xml));
  const output = join(folder, 'taken.pptx');
  await pptxHandler.accept?.({ reference, draft: source(both), accepted: ['slide:257'], output }, workspace());
  const taken = pptxOf(openPackage(readFileSync(output)));
  expect(taken.slides.map(({ layout }) => layout)).toEqual([
    'ppt/slideLayouts/slideLayout2.xml',
    'ppt/slideLayouts/slideLayout3.xml',
    'ppt/slideLayouts/slideLayout2.xml',
  ]);
  expect((await read(readFileSync(output))).text).toContain('First');
});
