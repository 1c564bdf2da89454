import { createMemoryContent, sha256 } from '@atelier/kernel/adapters';
import type { Blobs } from '@atelier/kernel/ports';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { canonical } from '../../core/canonical.ts';
import type { CompiledWorkflowSnapshotV1 } from '../../core/compiled.ts';
import type { Digest } from '../../core/ids.ts';
import { createPinnedWorkflows } from './pinned-workflows.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test('a workflow that was put long ago is put again before it is named: it may have been collected', async () => {
  const { blobs } = createMemoryContent();
  let puts = 0;
  const counted: Pick<Blobs, 'put' | 'get'> = {
    get: blobs.get,
    put: (bytes) => {
      puts += 1;
      return blobs.put(bytes);
    },
  };
  const compiled = {
    name: 'any',
    steps: [],
    loops: [],
    contracts: [],
    sequence: [],
  } as unknown as CompiledWorkflowSnapshotV1;
  const hash = `sha256:${sha256(canonical(compiled))}` as Digest;
  const workflows = createPinnedWorkflows(counted);
  await workflows.pin(compiled, hash);
  await workflows.pin(compiled, hash);
  expect(puts).toBe(1);
  vi.setSystemTime(Date.now() + 31 * 60 * 1000);
  await workflows.pin(compiled, hash);
  expect(puts).toBe(2);
});
