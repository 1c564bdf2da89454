import { createIds, systemWorld } from '@atelier/kernel/adapters';
import { openMemoryStorage } from '@atelier/kernel/storage';
import { createDecide } from '@atelier/kernel/usecases';
import { expect, test } from 'vitest';
import { createKeptBenches } from '../adapters/kept-benches.ts';
import { editsIn } from '../core/bench.ts';
import type { Actor } from '../core/codec.ts';
import { benchStream, type WorkbenchId } from '../core/ids.ts';
import { emptyTranscript } from '../view/transcript.ts';
import { cloneWorkbench } from './clone.ts';
import { deleteContext, saveContext, undoDeleteContext } from './context.ts';
import { readTree } from './trees.ts';
import { createWorkbench } from './workbenches.ts';

const person: Actor = { kind: 'user', name: 'local' };

const open = async () => {
  const storage = openMemoryStorage();
  const content = await storage.content();
  const { log } = storage;
  const benches = createKeptBenches(log);
  const ports = {
    log,
    benches,
    content,
    newId: createIds(systemWorld),
    decide: createDecide({ log, states: benches }),
  };
  const made = await createWorkbench(ports)({ name: 'Work', modelId: null }, person);
  if (!made.ok) throw new Error(made.error.code);
  const id = made.value.workbenchId;
  const look = async (of: WorkbenchId = id) => {
    const at = await benches.at(benchStream(of));
    if (!at.ok) throw new Error(at.error.code);
    const { state: bench } = at.value;
    return { bench, context: await readTree(content, bench.context) };
  };
  const write = async (how: 'edited' | 'processed', category: 'situation' | 'company-context', text: string) => {
    const files =
      category === 'situation'
        ? [{ path: 'context.md', text }]
        : [{ path: 'SKILL.md', text: `---\nname: ${category}\ndescription: Who we are\n---\n\n${text}\n` }];
    expect(await saveContext(ports)(id, { category, files, how }, person)).toMatchObject({ ok: true });
  };
  return { ports, id, look, write };
};

test.each(['edited', 'processed'] as const)('a deleted item that was %s comes back as it was', async (how) => {
  const { ports, id, look, write } = await open();
  await write(how === 'edited' ? 'processed' : 'edited', 'company-context', 'We sell lamps.');
  await write(how, 'situation', 'The quarter ends on Friday.');
  const before = await look();
  const [tree, edits] = [before.bench.context, [...editsIn(before.bench)]];
  expect(edits.includes('situation')).toBe(how === 'edited');

  await deleteContext(ports)(id, 'situation', person);
  expect(Object.keys((await look()).context.entries)).toEqual(['company-context/SKILL.md']);
  expect(await undoDeleteContext(ports)(id, 'situation', person)).toMatchObject({ ok: true });
  const after = await look();
  expect(after.bench.context).toBe(tree);
  expect(new Set(editsIn(after.bench))).toEqual(new Set(edits));
});

test('an item that another one replaced, or that is there, is not brought back', async () => {
  const { ports, id, write } = await open();
  const undo = () => undoDeleteContext(ports)(id, 'situation', person);
  expect(await undo()).toMatchObject({ error: { code: 'CONTEXT_NOT_FOUND' } });
  await write('edited', 'situation', 'Old.');
  await deleteContext(ports)(id, 'situation', person);
  await write('processed', 'situation', 'New.');
  expect(await undo()).toMatchObject({ error: { code: 'CONTEXT_NOT_FOUND' } });
});

test('in a copy every item is as it was, edited by hand or not', async () => {
  const { ports, look, write } = await open();
  await write('processed', 'company-context', 'We sell lamps.');
  await write('edited', 'situation', 'The quarter ends on Friday.');
  const { bench, context } = await look();
  const mode = 'clone_files_and_context_no_chat';
  const copy = await cloneWorkbench(ports)(
    { bench, talk: emptyTranscript(), context },
    { mode, name: undefined },
    person,
  );
  if (!copy.ok) throw new Error(copy.error.code);
  const copied = await look(copy.value.workbenchId);
  expect(copied.context).toEqual(context);
  expect(editsIn(copied.bench)).toEqual(['situation']);
});
