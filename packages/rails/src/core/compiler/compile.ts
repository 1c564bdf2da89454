import { canonicalText, err, type Json, ok, type Result } from '@atelier/kernel/core';
import type { WorkflowSource } from '../authoring/workflow-source.ts';
import type { Builtins } from '../builtins/builtins.ts';
import type { CompiledWorkflowSnapshotV1 } from '../compiled.ts';
import type { Sha256 } from '../crypto.ts';
import { normalise } from '../dialect/normalise.ts';
import type { Digest } from '../ids.ts';
import { assemble, hashOf } from './assemble.ts';
import { isTooDeep, MAX_DEPTH } from './depth.ts';
import { inProgressOf, type WorkflowInProgress } from './in-progress.ts';
import { giveAdvice } from './passes/advice.ts';
import { type Bindings, resolveBindings } from './passes/bindings.ts';
import { checkContextKeys } from './passes/context-keys.ts';
import { checkContracts } from './passes/contracts.ts';
import { applyFeatures } from './passes/features.ts';
import { checkIds } from './passes/id-policy.ts';
import { addLoopGates } from './passes/loop-gates.ts';
import { injectProbes } from './passes/probes.ts';
import { checkPromptSources, renderPrompts } from './passes/prompts.ts';
import { embedRefs } from './passes/refs.ts';
import { checkSchema } from './passes/schema.ts';
import { checkNothingUnresolved } from './passes/sentinel.ts';
import { checkStructure } from './passes/structure.ts';
import { expandTemplates } from './passes/templates.ts';
import { addVirtualSteps } from './passes/virtual-steps.ts';
import { type CompileError, createReport, type Report } from './problem.ts';
import { salvage } from './salvage.ts';

export type CompileEnvironment = {
  readonly builtins: Builtins;
  readonly bindings: Bindings;
  readonly sha256: Sha256;
  /** Only bundled files may use the namespace `wr`. */
  readonly bundled: boolean;
};

export type Compiled = {
  readonly snapshot: CompiledWorkflowSnapshotV1;
  readonly workflowHash: Digest;
  /** The canonical authoring form, for what a snapshot leaves out: tags, examples, about. */
  readonly source: WorkflowSource;
};

/** Pure: the same file, builtins and bindings give the same hash on every machine. */
export const compileWorkflow = (
  file: Json,
  environment: CompileEnvironment,
): Result<Compiled, readonly CompileError[]> => {
  if (isTooDeep(file)) return err([TOO_DEEP]);
  const written = canonicalText(file);
  if (!written.ok) return err([{ ...UNWRITABLE, pointer: written.error.at }]);
  const { source, warnings, toAuthored, stranded } = normalise(file);
  const report = createReport(toAuthored);
  for (const { id, pointer } of stranded)
    report.error(
      'UNREACHABLE_STEP',
      pointer,
      `The step \`${id}\` belongs to a loop that nothing runs.`,
      'Let no loop contain itself.',
    );
  const workflow = checkSchema(source, report);
  if (!workflow) {
    const rest = salvage(source);
    const found = createReport(toAuthored);
    if (rest) runPasses(rest.workflow, environment, found);
    return err([...report.errors, ...(rest ? found.errors.filter(rest.stands) : [])]);
  }
  const workflowNow = runPasses(workflow, environment, report);
  if (report.errors.length > 0) return err(report.errors);

  const { builtins, sha256 } = environment;
  const snapshot = assemble(workflowNow, builtins, sha256, [...warnings, ...report.warnings]);
  return ok({ snapshot, workflowHash: hashOf(snapshot, sha256), source: workflow });
};

const TOO_DEEP: CompileError = {
  code: 'SCHEMA_INVALID',
  pointer: '',
  message: `The file is nested more than ${MAX_DEPTH} levels deep.`,
  fix: 'Flatten it: no workflow needs that.',
};

/** Half a character, for one, can be read from JSON and not be hashed. */
const UNWRITABLE: Omit<CompileError, 'pointer'> = {
  code: 'SCHEMA_INVALID',
  message: 'This value cannot be written as well-formed JSON.',
  fix: 'Type the text again; it holds half of a character.',
};

const runPasses = (
  workflow: WorkflowSource,
  { builtins, bindings, bundled }: CompileEnvironment,
  report: Report,
): WorkflowInProgress => {
  let workflowNow = checkPromptSources(inProgressOf(workflow), report);
  workflowNow = checkIds(workflowNow, bundled, report);
  workflowNow = expandTemplates(workflowNow, builtins, report);
  workflowNow = resolveBindings(workflowNow, bindings, report);
  workflowNow = injectProbes(workflowNow);
  workflowNow = applyFeatures(workflowNow, builtins, report);
  workflowNow = embedRefs(workflowNow, builtins, report);
  workflowNow = addLoopGates(workflowNow);
  workflowNow = addVirtualSteps(workflowNow);
  workflowNow = checkContracts(workflowNow, builtins, report);
  workflowNow = checkStructure(workflowNow, report);
  workflowNow = checkContextKeys(workflowNow, report);
  workflowNow = renderPrompts(workflowNow);
  workflowNow = checkNothingUnresolved(workflowNow, report);
  workflowNow = giveAdvice(workflowNow, report);
  return workflowNow;
};
