import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFileDurably, writeFileDurably } from '@atelier/kernel/adapters';
import { createTurn, err, type Json, ok, type Result, type Sha256 } from '@atelier/kernel/core';
import { decideSave, type SaveRefused } from '../../core/authoring/decide-save.ts';
import type { SourceKind } from '../../core/authoring/source-kinds.ts';
import { builtins } from '../../core/builtins/builtins.ts';
import { foldersFor, type SourceSettings } from './source-folders.ts';
import type { WorkflowSources } from './workflow-catalog.ts';

export type SaveRequest = {
  readonly source: Json;
  readonly target: SourceKind;
  readonly workspacePath: string | null;
  readonly expectedDigest: string | null;
};
export type Saved = { readonly workflowId: string; readonly file: string; readonly digest: string };

/** Writes a workflow where its author may: whole or not at all. */
export const createWorkflowSaver = (sources: WorkflowSources, settings: SourceSettings, sha256: Sha256) => {
  const inTurn = createTurn();
  // Looking and writing are one step: of two editors that saw the same file, one is told that it changed.
  return (request: SaveRequest): Promise<Result<Saved, SaveRefused>> =>
    inTurn(() => save(sources, settings, sha256, request));
};

const save = async (
  sources: WorkflowSources,
  settings: SourceSettings,
  sha256: Sha256,
  { source, target, workspacePath, expectedDigest }: SaveRequest,
): Promise<Result<Saved, SaveRefused>> => {
  const present = await sources.candidates(workspacePath);
  const own = foldersFor(settings, workspacePath).filter(({ kind }) => kind === target);
  const home = present.find(({ sourceKind, declaredId }) => sourceKind === target && declaredId === idOf(source));
  const folder = own.find(({ label }) => label === home?.sourceLabel) ?? own[0];
  if (!folder) return err({ code: 'SOURCE_READ_ONLY', sourceKind: target });
  const plan = decideSave(source, { kind: target, label: folder.label, expectedDigest }, present, {
    builtins,
    bindings: await sources.bindings(workspacePath),
    sha256,
    bundled: false,
  });
  if (!plan.ok) return plan;
  const path = join(folder.path, plan.value.file);
  await mkdir(dirname(path), { recursive: true });
  if (expectedDigest !== null) await writeFileDurably(path, plan.value.text);
  else if (!(await createFileDurably(path, plan.value.text)))
    return err({ code: 'CHANGED_ON_DISK', file: plan.value.file, digest: null });
  return ok({
    workflowId: plan.value.workflowId,
    file: plan.value.file,
    digest: `sha256:${sha256(plan.value.text)}`,
  });
};

const idOf = (source: Json): Json | undefined =>
  typeof source === 'object' && source !== null && 'id' in source ? source.id : undefined;
