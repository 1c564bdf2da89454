import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A workspace with one workflow that can be stepped a thousand times. */
export const createWorkplace = (folder: string): string => {
  mkdirSync(join(folder, 'workflows'), { recursive: true });
  const step = (id: string) => ({
    id,
    title: `Step ${id}`,
    prompt: 'Do one turn of the work and say what came of it.',
  });
  const file = {
    id: 'project.long',
    name: 'Long run',
    description: 'A thousand turns, for measuring.',
    version: '1.0.0',
    conditions: [{ id: 'on', kind: 'always_true' }],
    steps: [
      step('begin'),
      {
        type: 'loop',
        loopId: 'turns',
        maxIterations: 1000,
        while: { kind: 'condition_ref', conditionId: 'on' },
        body: [step('turn'), step('check')],
      },
      step('end'),
    ],
  };
  writeFileSync(join(folder, 'workflows', 'long.json'), JSON.stringify(file));
  const short = {
    ...file,
    id: 'project.short',
    name: 'Short run',
    conditions: [],
    steps: ['a', 'b', 'c', 'd', 'e'].map(step),
  };
  writeFileSync(join(folder, 'workflows', 'short.json'), JSON.stringify(short));
  return folder;
};

/** About 1 KB of words, different each time. */
export const kilobyte = (seed: number): string => {
  let text = `Turn ${seed}: word${seed} `;
  for (let index = 0; text.length < 1_000; index += 1) text += `finding-${(seed * 31 + index * 17) % 997} `;
  return text.slice(0, 1_024);
};

export const sizeOf = (folder: string): { readonly bytes: number; readonly files: number } => {
  let bytes = 0;
  let files = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const inner = sizeOf(path);
      bytes += inner.bytes;
      files += inner.files;
    } else {
      bytes += statSync(path).size;
      files += 1;
    }
  }
  return { bytes, files };
};

export const timed = async <T>(work: () => Promise<T>): Promise<readonly [number, T]> => {
  const began = performance.now();
  const value = await work();
  return [performance.now() - began, value];
};
