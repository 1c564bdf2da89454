import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '@atelier/kernel/core';
import { builtins } from '../core/builtins/builtins.ts';
import type { CompiledWorkflowSnapshotV1 } from '../core/compiled.ts';
import { type CompileEnvironment, compileWorkflow } from '../core/compiler/compile.ts';

export const environment: CompileEnvironment = {
  builtins,
  bindings: {},
  sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  bundled: false,
};
export const step = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  title: id,
  prompt: `Do ${id}.`,
  ...more,
});
export const blocks = (id: string, promptBlocks: JsonObject, more: JsonObject = {}): JsonObject => ({
  id,
  title: id,
  promptBlocks,
  ...more,
});
export const workflow = (steps: readonly Json[], more: JsonObject = {}): JsonObject => ({
  id: 'project.sample',
  name: 'Sample',
  description: 'A sample.',
  version: '1.0.0',
  steps,
  ...more,
});
export const more = { id: 'more', kind: 'loop_control', continueWhen: 'continue' };
export const loop = (body: readonly Json[], extra: JsonObject = {}): JsonObject => ({
  type: 'loop',
  loopId: 'passes',
  maxIterations: 3,
  while: { kind: 'condition_ref', conditionId: 'more' },
  body,
  ...extra,
});

export const compiled = (file: Json, env: Partial<CompileEnvironment> = {}) => {
  const result = compileWorkflow(file, { ...environment, ...env });
  if (!result.ok) throw new Error(JSON.stringify(result.error, null, 2));
  return result.value.snapshot;
};
export const problems = (file: Json, env: Partial<CompileEnvironment> = {}): readonly string[] => {
  const result = compileWorkflow(file, { ...environment, ...env });
  if (result.ok) return [];
  for (const { code, message, fix } of result.error)
    if (message === '' || fix === '') throw new Error(`${code} is said without words`);
  return result.error.map(({ code, pointer }) => `${code} ${pointer}`);
};
export const stepOf = (snapshot: CompiledWorkflowSnapshotV1, id: string) => {
  const found = snapshot.steps.find(({ stepId }) => stepId === id);
  if (!found) throw new Error(`no step ${id} among ${snapshot.steps.map((each) => each.stepId).join(' ')}`);
  return found;
};
