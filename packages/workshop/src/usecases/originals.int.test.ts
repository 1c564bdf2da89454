import { expect, onTestFinished, test } from 'vitest';
import type { FileRead, OriginalFiles } from '../ports/index.ts';
import { openRunWorld, person } from '../testing/run-world.ts';
import { addFiles } from './bench-files.ts';
import { createOriginalActions } from './originals.ts';
import { createWorkbench } from './workbenches.ts';

const facts = { size: 3, mtimeNs: '1', inode: '1' };
const readable = <T>(value: T): FileRead<T> => ({ ok: true, facts, value });

/** A folder with one file that somebody else has changed, and that nobody may write to. */
const lockedFolder: OriginalFiles = {
  isThere: async () => true,
  names: async () => ['a.txt'],
  look: async () => readable(null),
  read: async () => ({ ok: false, trouble: 'unreadable' }),
  hash: async () => readable(`sha256:${'b'.repeat(64)}`),
  replace: async () => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' })),
  addBeside: async () => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' })),
};

test('[WS-99] a copy that the system does not let Atelier put beside the original is told, and is no fault', async () => {
  const world = await openRunWorld();
  onTestFinished(() => world.close());
  const made = await createWorkbench(world.deps)({ name: 'F', modelId: null, folder: '/folder' }, person);
  if (!made.ok) throw new Error(made.error.code);
  const { workbenchId } = made.value;
  const blob = await world.content.blobs.put(new TextEncoder().encode('one'));
  const arrival = { source: 'a.txt', name: 'a.txt', size: 3, kind: 'file', blob };
  await addFiles(world.deps)(workbenchId, [arrival as never], { files: 10, bytes: 100 }, person);
  const { writeBack } = createOriginalActions({ ...world.deps, originals: lockedFolder });
  const wish = { paths: ['a.txt'], choices: { 'a.txt': 'keep_both' } } as const;
  expect(await writeBack(workbenchId, wish, person)).toMatchObject({
    ok: true,
    value: { results: [{ path: 'a.txt', status: 'failed' }] },
  });
});
