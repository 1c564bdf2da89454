import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { Json, JsonObject } from '@atelier/kernel/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { builtins } from '../builtins/builtins.ts';
import { bundledFiles } from '../builtins/bundled.ts';
import { compileWorkflow } from './compile.ts';

const hashOf = (file: Json): string => {
  const result = compileWorkflow(file, {
    builtins,
    bindings: {},
    sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    bundled: true,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.workflowHash;
};
const sources = bundledFiles.map(({ source }) => source as JsonObject);

/** The same file as another hand would have typed it: keys and features in another order, some features twice. */
const retyped = (source: JsonObject, random: () => number): JsonObject => {
  const shuffle = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => [random(), item] as const)
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item);
  const shuffleKeys = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(shuffleKeys);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(shuffle(Object.entries(value)).map(([key, item]) => [key, shuffleKeys(item)]));
  };
  const features = Array.isArray(source.features) ? source.features : [];
  return shuffleKeys({ ...source, features: shuffle([...features, ...features]) }) as JsonObject;
};

/** Compiles the bundled files in a process of its own and prints their hashes. */
const script = `
  import { createHash } from 'node:crypto';
  const { builtins } = await import(process.argv[1]);
  const { bundledFiles } = await import(process.argv[2]);
  const { compileWorkflow } = await import(process.argv[3]);
  const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
  const hashes = bundledFiles.map(({ source }) => compileWorkflow(source, { builtins, bindings: {}, sha256, bundled: true }).value.workflowHash);
  console.log(JSON.stringify({ hashes, zone: Intl.DateTimeFormat().resolvedOptions().timeZone, locale: Intl.DateTimeFormat().resolvedOptions().locale }));
`;
const elsewhere = async (env: Record<string, string>) => {
  const modules = ['../builtins/builtins.ts', '../builtins/bundled.ts', './compile.ts'].map(
    (path) => new URL(path, import.meta.url).href,
  );
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, ...modules], {
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  return JSON.parse(stdout) as { hashes: string[]; zone: string; locale: string };
};

test('[RL-33] shuffled keys and features on two machines give one hash [lock:workflow-hash-stable]', async () => {
  const expected = sources.map(hashOf);
  expect(new Set(expected).size).toBe(expected.length);
  fc.assert(
    fc.property(
      fc.nat(sources.length - 1),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (index, stream) => {
        const random = () => Number(stream.next().value);
        const source = sources[index] ?? {};
        expect(hashOf(retyped(source, random))).toBe(expected[index]);
      },
    ),
    { numRuns: 40 },
  );
  const machines = await Promise.all([
    elsewhere({ HOME: '/nowhere', TZ: 'Pacific/Chatham', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }),
    elsewhere({ HOME: '/elsewhere', TZ: 'America/St_Johns', LANG: 'sv_SE.UTF-8', LC_ALL: 'sv_SE.UTF-8' }),
  ]);
  expect(machines.map(({ zone }) => zone)).toEqual(['Pacific/Chatham', 'America/St_Johns']);
  expect(machines.map(({ locale }) => locale.slice(0, 2))).toEqual(['tr', 'sv']);
  for (const { hashes } of machines) expect(hashes).toEqual(expected);
});

test('a change that an agent would see changes the hash', () => {
  const [source = {}] = sources;
  const steps = Array.isArray(source.steps) ? source.steps : [];
  const changed = steps.map((step, index) => (index === 0 ? { ...(step as JsonObject), title: 'Other' } : step));
  expect(hashOf({ ...source, steps: changed })).not.toBe(hashOf(source));
});
