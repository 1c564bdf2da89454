/**
 * Files that are written from definitions and committed, so that a change to either shows up in review.
 * `node checks/rails-generated.ts` compares; `--write` writes them anew.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../packages/kernel/src/core/index.ts';
import { lockRegistryJsonSchema } from '../packages/rails/lock-registry.ts';
import { workflowJsonSchema } from '../packages/rails/src/core/authoring/json-schema.ts';
import { builtins } from '../packages/rails/src/core/builtins/builtins.ts';
import { bundledFiles } from '../packages/rails/src/core/builtins/bundled.ts';
import { catalogueOf } from '../packages/rails/src/core/builtins/catalogue.ts';
import { compileWorkflow } from '../packages/rails/src/core/compiler/compile.ts';

const root = new URL('../', import.meta.url);
const read = (path: string): Json => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

export const referenceFiles: readonly string[] = ['reference/artifact-loop.json', 'reference/legacy-dialect.json'];

export const workflowHashes = (): { readonly [file: string]: string } => {
  const sources = [
    ...bundledFiles,
    ...referenceFiles.map((file) => ({ file, source: read(`packages/rails/workflows/${file}`) })),
  ];
  return Object.fromEntries(
    sources.map(({ file, source }) => {
      const result = compileWorkflow(source, {
        builtins,
        bindings: {},
        sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
        bundled: true,
      });
      return [file, result.ok ? result.value.workflowHash : JSON.stringify(result.error)];
    }),
  );
};

export const generated: readonly { readonly path: string; readonly make: () => unknown }[] = [
  { path: 'packages/rails/workflow.schema.json', make: workflowJsonSchema },
  { path: 'packages/rails/locks.schema.json', make: lockRegistryJsonSchema },
  { path: 'packages/rails/builtins.json', make: () => catalogueOf(builtins) },
  { path: 'packages/rails/workflow-hashes.golden.json', make: workflowHashes },
];

/** Paths that are missing or say something else than their definitions do. Layout does not count. */
export const stale = (): readonly string[] =>
  generated
    .filter(({ path, make }) => !existsSync(new URL(path, root)) || !isDeepStrictEqual(read(path), plain(make())))
    .map(({ path }) => path);

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value));

const main = (): void => {
  if (process.argv.includes('--write')) {
    for (const { path, make } of generated) writeFileSync(new URL(path, root), `${JSON.stringify(make(), null, 2)}\n`);
    const paths = generated.map(({ path }) => path).filter((path) => !path.endsWith('.golden.json'));
    execFileSync('npx', ['biome', 'format', '--write', ...paths], { cwd: fileURLToPath(root), stdio: 'ignore' });
    return;
  }
  const behind = stale();
  for (const path of behind)
    console.error(`${path} is not what its definitions say: node checks/rails-generated.ts --write`);
  if (behind.length > 0) process.exitCode = 1;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
