import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { Json } from '@atelier/kernel/core';
import { describe, expect, test } from 'vitest';
import { compileWorkflow } from '../compiler/compile.ts';
import { canonicalForm } from '../dialect/canonical-form.ts';
import { builtins } from './builtins.ts';
import { bundledFiles } from './bundled.ts';

const folder = new URL('../../../workflows/', import.meta.url);
const compile = (file: Json) =>
  compileWorkflow(file, {
    builtins,
    bindings: {},
    sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    bundled: true,
  });

test('what ships is what lies in the folder', () => {
  const inFolder = ['', 'routines/'].flatMap((below) =>
    readdirSync(new URL(below, folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => `${below}${name}`),
  );
  expect(bundledFiles.map(({ file }) => file).sort()).toEqual(inFolder.sort());
});

test('the promised workflows and routines are there', () => {
  expect(bundledFiles.map(({ source }) => (source as { id: string }).id).sort()).toEqual([
    'wr.bug_investigation',
    'wr.change_review',
    'wr.coding_task',
    'wr.context-gathering',
    'wr.diagnose_environment',
    'wr.discovery',
    'wr.documentation',
    'wr.final-verification',
    'wr.hypothesis-challenge',
    'wr.plan-analysis',
    'wr.rpi',
  ]);
});

describe('bundled files are in canonical form [lock:bundled-canonical]', () => {
  test.each(bundledFiles.map(({ file, source }) => [file, source] as const))('%s', (_, source) => {
    const form = canonicalForm(source);
    expect(form.ok && form.value.rewritten).toEqual([]);
    expect(form.ok && form.value.source).toEqual(source);
    expect(JSON.stringify(source)).not.toContain('validationCriteria');
    const result = compile(source);
    expect(result.ok ? result.value.snapshot.compiledWarnings : result.error).toEqual([]);
  });
});

test('every loop of a bundled workflow is decided by an artifact', () => {
  const loops = bundledFiles.flatMap(({ source }) => {
    const result = compile(source);
    return result.ok ? result.value.snapshot.loops : [];
  });
  expect(loops.length).toBeGreaterThan(5);
  expect(loops.filter(({ source }) => source.kind !== 'loop_control')).toEqual([]);
});

test('every bundled workflow recommends a mode and gives examples of use', () => {
  for (const { file, source } of bundledFiles.filter((each) => !each.file.startsWith('routines/'))) {
    const result = compile(source);
    expect(result.ok && result.value.snapshot.recommendedPreferences, file).toBeTruthy();
    expect(result.ok && result.value.source.examples?.length, file).toBeGreaterThan(0);
  }
});
