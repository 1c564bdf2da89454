import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip } from '../../fixtures/lib/zip.ts';
import { body, bullet, picture, pptx, slideXml, title } from '../../fixtures/pptx/parts.ts';
import { followOne, openPackage } from '../package/index.ts';
import type { Change, Source } from '../tools/kind-handler.ts';
import { acceptPptx } from './accept.ts';
import { changesOf } from './changes.ts';
import { comparePptx } from './compared.ts';
import { notesText } from './map.ts';
import { pptxOf } from './pptx-file.ts';
import { shapesOf, shapeText } from './shapes.ts';

let folder: string;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-pptx-moves-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const source = (bytes: Buffer): Source => {
  const file = join(folder, `${made++}.pptx`);
  writeFileSync(file, bytes);
  return { path: 'a.pptx', file, version: file, size_bytes: bytes.length, format: 'pptx' };
};

/** A slide by the topic it keeps wherever it goes. */
type Told = { readonly id: number; readonly topic: string; readonly line: string; readonly notes: string };

/** Slides in this order; `parts` names the part each one is stored in, as programs that save number them anew. */
const deckOf = (slides: readonly Told[], parts: readonly number[]): Buffer => {
  const stored = parts.map((_, part) => slides[parts.indexOf(part)] as Told);
  const bytes = pptx(
    stored.map(({ topic, line, notes }, at) => ({
      xml: slideXml(title(topic) + body(bullet(line)) + picture(9, 'rIdPicture', 'A sketch')),
      notes,
      relations: [['rIdPicture', 'image', `../media/image${at + 1}.png`]],
    })),
    { entries: stored.map(({ topic }, at) => ({ name: `ppt/media/image${at + 1}.png`, data: `Drawn: ${topic}` })) },
  );
  const list = slides.map(({ id }, at) => `<p:sldId id="${id}" r:id="rIdSlide${(parts[at] ?? 0) + 1}"/>`).join('');
  const pkg = openPackage(bytes);
  return makeZip(
    pkg.zip.entries.map(({ name }) => ({
      name,
      data:
        name === 'ppt/presentation.xml'
          ? pkg
              .bytes(name)
              .toString('utf8')
              .replace(/<p:sldIdLst>.*<\/p:sldIdLst>/, `<p:sldIdLst>${list}</p:sldIdLst>`)
          : pkg.bytes(name),
    })),
  );
};

/** What each slide says: its topic, its line, its notes, its picture. */
const toldIn = (bytes: Buffer): readonly (readonly string[])[] => {
  const pkg = openPackage(bytes);
  return pptxOf(pkg).slides.map((slide) => [
    ...shapesOf(pkg, slide.part).flatMap((shape) => (shape.type === 'picture' ? [] : [shapeText(shape)])),
    notesText(pkg, slide),
    pkg.bytes(followOne(pkg, slide.part, 'image') ?? '').toString('utf8'),
  ]);
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

const check = async (before: Buffer, after: Buffer, coin: fc.Stream<boolean>, canTell: boolean): Promise<void> => {
  const [reference, draft] = [source(before), source(after)];
  const changes = changesOf(await comparePptx(reference, draft));
  const accept = async (accepted: readonly string[]): Promise<Buffer> => {
    const output = join(folder, `${made++}.pptx`);
    await acceptPptx({ reference, draft, accepted, output });
    return readFileSync(output);
  };
  const all = changes.map(({ id }) => id);
  expect((await accept([])).equals(before)).toBe(true);
  if (all.length > 0) expect((await accept(all)).equals(after)).toBe(true);
  const some = closed(
    changes,
    all.filter(() => coin.next().value),
  );
  const [was, is, result] = [toldIn(before), toldIn(after), toldIn(await accept(some))];
  const count = (slides: readonly (readonly string[])[], topic: string) =>
    slides.filter(([name]) => name === topic).length;
  for (const topic of new Set([...was, ...is, ...result].map(([name = '']) => name))) {
    const bounds = [count(was, topic), count(is, topic)];
    expect(count(result, topic), topic).toBeGreaterThanOrEqual(Math.min(...bounds));
    expect(count(result, topic), topic).toBeLessThanOrEqual(Math.max(...bounds));
  }
  for (const [topic, ...told] of result) {
    const known = [...was, ...is].filter(([name]) => !canTell || name === topic);
    for (const [at, each] of told.entries()) expect(known.map((it) => it[at + 1])).toContain(each);
  }
};

const topics = ['Revenue', 'Costs by region', 'Hiring plan', 'Risks we see', 'Next steps', 'Thanks'];
const firstDeck = fc.uniqueArray(fc.nat(topics.length - 1), { minLength: 2, maxLength: 6 }).map((picked) =>
  picked.map(
    (at, place): Told => ({
      id: 256 + place,
      topic: topics[at] as string,
      line: `What ${topics[at]} means`,
      notes: `Say ${topics[at]}`,
    }),
  ),
);

type Step = {
  readonly step: 'move' | 'delete' | 'edit' | 'notes' | 'add' | 'paste';
  readonly from: number;
  readonly to: number;
};
const steps = fc.array(
  fc.record<Step>({
    step: fc.constantFrom('move', 'delete', 'edit', 'notes', 'add', 'paste'),
    from: fc.nat(20),
    to: fc.nat(20),
  }),
  { minLength: 1, maxLength: 5 },
);

const edited = (deck: readonly Told[], all: readonly Step[]): Told[] => {
  const slides = [...deck];
  for (const [turn, { step, from, to }] of all.entries()) {
    const [a, b] = [from % slides.length, to % slides.length];
    const slide = slides[a] as Told;
    if (step === 'move') slides.splice(b, 0, ...slides.splice(a, 1));
    else if (step === 'delete' && slides.length > 1) slides.splice(a, 1);
    else if (step === 'edit') slides[a] = { ...slide, line: `${slide.line} now` };
    else if (step === 'notes') slides[a] = { ...slide, notes: `${slide.notes} soon` };
    else if (step === 'add')
      slides.splice(a, 0, { id: 300 + turn, topic: `New ${turn}`, line: `Line ${turn}`, notes: `Say new ${turn}` });
    // Cut here and pasted there, a slide gets a new id.
    else if (step === 'paste') {
      slides.splice(a, 1);
      slides.splice(b, 0, { ...slide, id: 400 + turn });
    }
  }
  return slides;
};

const inOrder = (slides: readonly Told[]): number[] => slides.map((_, at) => at);

type Saved = (slides: readonly Told[], turn: number) => readonly [Told[], number[]];

test.each<[string, boolean, Saved]>([
  ['saved with its parts numbered anew', true, (slides) => [[...slides], inOrder(slides)]],
  [
    'saved with its parts in another order',
    true,
    (slides, turn) => [[...slides], inOrder(slides).map((at) => (at + turn) % slides.length)],
  ],
  // Here a slide that is new in another's place and one that was rewritten are the same.
  [
    'built anew by a program that numbers slides by place',
    false,
    (slides) => [slides.map((slide, at) => ({ ...slide, id: 256 + at })), inOrder(slides)],
  ],
])(
  'no closed choice loses, doubles or mixes slides of a presentation %s',
  async (_, canTell, saved) => {
    await fc.assert(
      fc.asyncProperty(firstDeck, steps, fc.nat(5), fc.infiniteStream(fc.boolean()), (deck, all, turn, coin) =>
        check(deckOf(deck, inOrder(deck)), deckOf(...saved(edited(deck, all), turn)), coin, canTell),
      ),
      { numRuns: 30 },
    );
  },
  120_000,
);

const told = (id: number, topic: string): Told => ({ id, topic, line: `What ${topic} means`, notes: `Say ${topic}` });

test('where every slide went and others came, no choice leaves a presentation without a slide', async () => {
  const [reference, draft] = [
    source(deckOf([told(256, 'Revenue'), told(257, 'Thanks')], [0, 1])),
    source(deckOf([told(300, 'Risks we see'), told(301, 'Next steps')], [0, 1])),
  ];
  const changes = changesOf(await comparePptx(reference, draft));
  const [revenue, thanks] = changes.filter(({ id }) => id.startsWith('remove:'));
  const [risks, steps] = changes.filter(({ id }) => id.startsWith('add:'));
  expect(thanks?.requires).toEqual([risks?.id]);
  const left = async (...accepted: (Change | undefined)[]) => {
    const output = join(folder, `${made++}.pptx`);
    await acceptPptx({ reference, draft, accepted: accepted.flatMap((each) => (each ? [each.id] : [])), output });
    return toldIn(readFileSync(output)).map(([topic]) => topic);
  };
  expect(await left(revenue)).toEqual(['Thanks']);
  expect(await left(revenue, thanks, risks)).toEqual(['Risks we see']);
  expect(await left(thanks, risks, steps)).toEqual(['Risks we see', 'Next steps', 'Revenue']);
});
