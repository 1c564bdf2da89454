import { createFiles, createTreeHost } from '@atelier/files';
import { expect, onTestFinished, test } from 'vitest';
import type { WorkbenchId } from '../core/ids.ts';
import { openRunWorld, person, type RunWorld } from '../testing/run-world.ts';
import { sharedWorkers } from '../testing/shared-workers.ts';
import { createOutsidePlace, outsideReading } from './outside.ts';
import { putIntoDraft } from './put-into-draft.ts';
import { notesOf } from './review-notes.ts';
import { setWorkbenchSettings } from './workbenches.ts';

const workers = sharedWorkers();
const patience = { timeout: 30_000 };
const limits = { files: 3, fileBytes: 100, revisionBytes: 1_000_000 };

const open = async () => {
  const world = await openRunWorld({ workers: workers() });
  onTestFinished(() => world.close());
  const id = await world.create({ 'a.txt': 'one\n', 'b.txt': 'hidden\u200b\u200btext\n' });
  const deps = { ...world.deps, limits: async () => limits };
  const program = (name: string) =>
    createFiles(createTreeHost(world.content, createOutsidePlace(deps, id, name)), workers(), {
      hidden: outsideReading(deps, id),
    });
  return { world, id, program };
};
const write = (path: string, content: string, summary: string) =>
  ['write_text_file', { path, content, summary }] as const;
const summaries = async ({ content, at }: RunWorld, id: WorkbenchId) =>
  Object.entries((await notesOf(content, await at(id))).files).map(([path, { summary }]) => [path, summary]);

test(
  '[WS-120] what each program says of its writes is there for Review, and takes nothing away that was said before',
  patience,
  async () => {
    const { world, id, program } = await open();
    const [one, two] = [program('Agent One'), program('Agent Two')];
    expect(await one.call(...write('a.txt', 'two\n', 'Counts on.'))).toMatchObject({ ok: true });
    expect(await two.call(...write('c.txt', 'new\n', 'Adds a file.'))).toMatchObject({ ok: true });
    expect(await summaries(world, id)).toEqual([
      ['a.txt', 'Counts on.'],
      ['c.txt', 'Adds a file.'],
    ]);
    // Written as it is already: no state of its own.
    const { revisions } = await world.at(id);
    const before = revisions.size;
    expect(await one.call(...write('a.txt', 'two\n', 'Again.'))).toMatchObject({ ok: true });
    expect((await world.at(id)).revisions.size).toBe(before);

    const sent = await putIntoDraft(world.deps)(
      id,
      {
        files: [{ name: 'c.txt', bytes: new TextEncoder().encode('sent\n') }],
        source: { client: 'Studio', ref: 'prj' },
        limits: { files: 10, bytes: 100 },
      },
      person,
    );
    expect(sent).toMatchObject({ ok: true });
    expect(await summaries(world, id)).toEqual([['a.txt', 'Counts on.']]);
  },
);

test('[WS-120] a program writes by the rules that hold for every change of a Draft', patience, async () => {
  const { world, id, program } = await open();
  const one = program('Agent One');
  const flaw = async (path: string, content: string) => {
    const answer = await one.call(...write(path, content, 'x'));
    return answer.ok ? 'written' : answer.error.message;
  };
  expect(await flaw('CON.txt', 'x')).toMatch(/^This name cannot be used/);
  expect(await flaw('A.TXT', 'x')).toMatch(/only in upper and lower case/);
  expect(await flaw('c.txt', 'x'.repeat(101))).toMatch(/larger than 100 bytes/);
  expect(await flaw('c.txt', 'x')).toBe('written');
  expect(await flaw('d.txt', 'x')).toBe('A Draft holds at most 3 files.');
  const twin = await putIntoDraft(world.deps)(
    id,
    {
      files: [{ name: 'B.txt', bytes: new Uint8Array(1) }],
      source: { client: 'Studio', ref: 'prj' },
      limits: { files: 10, bytes: 100 },
    },
    person,
  );
  expect(twin).toMatchObject({ ok: false, error: { code: 'DUPLICATE_NAME' } });
});

test('[WS-105] a program of somebody else’s is not given what the person chose to withhold', patience, async () => {
  const { world, id, program } = await open();
  const read = async () => JSON.stringify(await program('Agent One').call('read_file', { path: 'b.txt' }));
  expect(await read()).toMatch(/hidden_content/);
  await setWorkbenchSettings(world.deps)(id, { hiddenContent: 'withheld' }, person);
  expect(await read()).toMatch(/hidden_content_withheld/);
});
