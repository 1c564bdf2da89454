import { scriptedEntry } from '@atelier/models/testing';
import { expect, test } from 'vitest';
import { invoiceDocx } from '../../../../files/fixtures/docx/small.ts';
import { makeBook } from '../../../../files/fixtures/xlsx/book.ts';
import type { WorkbenchId } from '../../core/ids.ts';
import { promptLimit } from '../../core/prompt/budget.ts';
import { createPhasedModel } from '../../testing/phased-model.ts';
import { openRunWorld, person, type RunWorld, type RunWorldOptions } from '../../testing/run-world.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';
import { saveContext } from '../context.ts';

const patience = { timeout: 60_000 };
const workers = sharedWorkers();
const scripted = 'builtin:scripted';

const opened = async (
  files: Readonly<Record<string, string | Uint8Array>>,
  contextTokens = 200_000,
  options: RunWorldOptions = {},
) => {
  const model = createPhasedModel({ plan: '- [ ] 1. Look' }, { ...scriptedEntry, contextTokens });
  const world = await openRunWorld({ ...options, workers: workers(), models: { [scripted]: model } });
  const id = await world.create(files, scripted);
  const system = (phase: string): string => {
    const [first] = model.of(phase)[0]?.messages ?? [];
    return first?.role === 'system' ? first.text : '';
  };
  return { ...world, model, id, system };
};
const prompted = async (world: RunWorld, id: WorkbenchId) =>
  (await world.events(id)).flatMap(({ kind, data }) =>
    kind === 'run.prompted' ? [data.body as { phase: string; hash: string; sizes: Record<string, number> }] : [],
  );
const rowsIn = (text: string): number => text.split('\n').filter((line) => /^- ".*\| content /.test(line)).length;
const book = (sheets: number, cell: string) =>
  makeBook({
    sheets: Array.from({ length: sheets }, (_, at) => ({
      name: `Sheet number ${at + 1}`,
      cells: { A1: 'Name', B1: 'Amount', A2: at === 0 ? cell : 'x', B2: at },
    })),
  });

test(
  '[WS-17] the same state is the same prompt to the byte, with a row for every file and no cells of a workbook',
  patience,
  async () => {
    const files = {
      'b.xlsx': book(2, 'a-cell-that-nobody-asked-for'),
      'a.txt': 'one\n',
      'x.bin': new Uint8Array([0, 1, 2, 255, 0]),
    };
    const [first, second] = [await opened(files), await opened(files)];
    for (const world of [first, second]) await world.turn(world.id, 'Look around');
    const [one, other] = [await prompted(first, first.id), await prompted(second, second.id)];
    expect(one.map(({ phase }) => phase)).toEqual(['research', 'plan', 'implement', 'summary']);
    expect(other).toMatchObject(one.map(({ phase, hash, sizes }) => ({ phase, hash, sizes })));
    expect(first.system('research')).toBe(second.system('research'));
    for (const phase of ['research', 'plan', 'implement', 'summary']) expect(rowsIn(first.system(phase))).toBe(3);
    expect(first.system('research')).toContain('"Sheet number 2"');
    expect(first.system('research')).not.toContain('a-cell-that-nobody-asked-for');
    await first.close();
    await second.close();
  },
);

test('[WS-18] a file whose bytes are lost stops the run before any call', patience, async () => {
  let lost = '';
  const world = await opened({ 'a.txt': 'one\n', 'b.txt': 'two\n' }, 200_000, {
    deps: ({ content }) => ({
      content: {
        ...content,
        blobs: { ...content.blobs, missing: async (ids) => new Set(ids.filter((id) => id === lost)) },
      },
    }),
  });
  const { published } = await world.at(world.id);
  lost = (await world.content.trees.get(published as never))?.entries['b.txt']?.blob ?? '';
  await world.turn(world.id, 'Look');
  expect(world.model.requests).toHaveLength(0);
  expect((await world.events(world.id)).at(-1)).toMatchObject({
    kind: 'run.paused',
    data: { because: { code: 'MANIFEST_UNAVAILABLE', message: expect.stringContaining('b.txt') } },
  });
  await world.close();
});

test('[WS-19] a pdf without a map has a row that says why, and the call is made', patience, async () => {
  const world = await opened({ 'a.txt': 'one\n', 'broken.pdf': '%PDF-1.7\nnothing of a pdf\n%%EOF\n' });
  await world.turn(world.id, 'Look');
  expect(world.system('research')).toMatch(
    /- "broken\.pdf" \| type \w+ \| \d+ bytes \| .* \| content unavailable \("\w+"\)/,
  );
  expect((await world.at(world.id)).run?.state).toBe('completed');
  await world.close();
});

test('[WS-20] four hundred sheets and a small model: within the limit, every row there', patience, async () => {
  const world = await opened({ 'big.xlsx': book(400, 'x'), 'a.txt': 'one\n', 'b.csv': 'x,y\n1,2\n' }, 32_000);
  await world.turn(world.id, 'Look');
  const sizes = await prompted(world, world.id);
  expect(sizes).toHaveLength(4);
  for (const { sizes: size } of sizes) expect(size.total).toBeLessThanOrEqual(promptLimit(32_000));
  for (const phase of ['research', 'implement']) expect(rowsIn(world.system(phase))).toBe(3);
  expect(world.system('research')).toContain('content mapped');
  expect(world.model.of('implement')[0]?.tools?.map(({ name }) => name)).not.toContain('pptx_operations');
  await world.close();
});

test('[WS-21] a situation over the limit: nothing is sent, and the person is told what to do', patience, async () => {
  const world = await opened({ 'a.txt': 'one\n' }, 32_000);
  const files = [{ path: 'context.md', text: 'a long story. '.repeat(8_000) }];
  await saveContext(world.deps)(world.id, { category: 'situation', files, how: 'edited' }, person);
  await world.turn(world.id, 'Look');
  expect(world.model.requests).toHaveLength(0);
  expect((await world.events(world.id)).at(-1)).toMatchObject({
    kind: 'run.paused',
    data: { because: { code: 'CONTEXT_EXHAUSTED' } },
  });
  await world.close();
});

test(
  '[WS-22] a style of one’s own is merged into the skill of a format, or the plain skill and one notice',
  patience,
  async () => {
    let isBroken = false;
    const world = await opened({ 'a.docx': invoiceDocx() }, 200_000, {
      deps: ({ styleSkill }) => ({
        styleSkill: (format, own) => (isBroken && own ? Promise.reject(new Error('broken')) : styleSkill(format, own)),
      }),
    });
    const text =
      '---\nname: document-style\ndescription: Ours\n---\n\n## Formatting Principles\n\n- Headings are always teal.\n';
    await saveContext(world.deps)(
      world.id,
      { category: 'document-style', files: [{ path: 'SKILL.md', text }], how: 'edited' },
      person,
    );
    await world.turn(world.id, 'Look');
    const merged = world.system('implement');
    expect(merged.match(/<workbench-skill name="docx-style-custom">/g)).toHaveLength(1);
    expect(merged).toContain('Headings are always teal.');
    expect(merged).not.toContain('name="document-style"');
    isBroken = true;
    await world.turn(world.id, 'Look again');
    const plain = world.model.of('implement').at(-1)?.messages[0];
    expect(JSON.stringify(plain)).toContain('docx-style-skill');
    const notices = (await world.events(world.id)).flatMap(({ kind, data }) =>
      kind === 'message.card' ? [(data.body as { event: string }).event] : [],
    );
    expect(notices).toEqual(['style_notice']);
    await world.close();
  },
);

test(
  '[WS-106] a question that follows one about a picture shows the picture again, and a later one no more',
  patience,
  async () => {
    const dot = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const entry = { ...scriptedEntry, vision: true, contextTokens: 200_000 };
    const model = createPhasedModel({ ask: () => ({ text: 'A dot.' }) }, entry);
    const world = await openRunWorld({ workers: workers(), models: { [scripted]: model } });
    const id = await world.create({ 'dot.png': dot, 'a.txt': 'one\n' }, scripted);
    for (const text of ['What is in dot.png?', 'And its colour?', 'Is it round?', 'Large?', 'What is in a.txt?'])
      await world.turn(id, text, 'ask');
    const pictures = model.of('ask').map(({ messages }) => {
      const last = messages.findLast(({ role }) => role === 'user');
      return last?.role === 'user' ? (last.pictures ?? []).map(({ data }) => data) : [];
    });
    const shown = [dot.toString('base64')];
    expect(pictures).toEqual([shown, shown, shown, shown, []]);
    await world.close();
  },
);
