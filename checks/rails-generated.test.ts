import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../packages/kernel/src/core/index.ts';
import { bundledFiles } from '../packages/rails/src/core/builtins/bundled.ts';
import { checkArtifact } from '../packages/rails/src/core/builtins/check-artifact.ts';
import { referenceFiles, stale, workflowHashes } from './rails-generated.ts';

const read = (path: string) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));

test('committed files say what their definitions say [lock:generated-in-sync]', () => {
  expect(stale()).toEqual([]);
});

test('the digests of known workflows are the committed ones [lock:workflow-hash-golden]', () => {
  expect(workflowHashes()).toEqual(read('packages/rails/workflow-hashes.golden.json'));
});

describe('the published schema judges a file as the compiler does', () => {
  const schema = read('packages/rails/workflow.schema.json');
  const pack = {
    contractRef: '',
    artifactKind: '',
    kindAliases: [],
    schema,
    example: {},
    instructions: [],
    blockedMessage: '',
  };
  const issues = (file: unknown) => checkArtifact(pack, file as JsonObject);
  const artifactLoop = read('packages/rails/workflows/reference/artifact-loop.json');

  test('it accepts every canonical file', () => {
    expect(referenceFiles).toContain('reference/artifact-loop.json');
    for (const { file, source } of [...bundledFiles, { file: 'artifact-loop', source: artifactLoop }])
      expect(issues(source), file).toEqual([]);
  });

  test.each<[string, (file: Record<string, unknown>) => unknown]>([
    ['without steps', ({ steps: _, ...rest }) => rest],
    ['with an unknown field', (file) => ({ ...file, stpes: [] })],
    ['with a bad id', (file) => ({ ...file, id: 'a.b.c' })],
    [
      'with a loop of no passes',
      (file) => ({ ...file, steps: [{ ...(file.steps as object[])[1], maxIterations: 0 }] }),
    ],
  ])('it refuses one %s', (_, spoil) => {
    expect(issues(spoil(artifactLoop))).not.toEqual([]);
  });
});
