import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { PinnedVersion, WorkflowView } from '@atelier/contracts';
import { sha256 } from '@atelier/kernel/adapters';
import { type JsonObject, ok } from '@atelier/kernel/core';
import { foldersFor } from '@atelier/rails/adapters/authoring';
import {
  authoringHelp,
  bundledText,
  compiledFacts,
  parseText,
  settleSources,
  validateText,
  type WorkflowCandidate,
} from '@atelier/rails/console';
import type { Digest } from '@atelier/rails/core';
import type { Caller } from '../../caller.ts';
import type { RailsStore } from '../../services/runs.ts';
import type { Handlers } from '../surface.ts';
import type { SessionIndex } from './session-index.ts';
import { refuse } from './words.ts';

type Names = 'WorkflowsList' | 'WorkflowGet' | 'WorkflowValidate' | 'WorkflowSave' | 'BuiltinsList';

export const createAuthoringCommands = (store: RailsStore, index: SessionIndex): Handlers<Names> => ({
  WorkflowsList: async ({ workspacePath }, caller) => {
    const { workflows, problems } = settleSources(await store.sources.candidates(placeOf(workspacePath, caller)));
    return ok({
      workflows: workflows.map(({ listed: { tags, examples: _, recommendedPreferences: __, ...card } }) => ({
        ...card,
        ...(tags ? { tags: [...tags] } : {}),
      })),
      problems: problems.map(({ sourceLabel, file, errors }) => ({
        sourceLabel,
        file,
        errors: errors.map((error) => ({ ...error })),
      })),
    });
  },

  WorkflowGet: async ({ workflowId, workspacePath }, caller) => {
    const place = placeOf(workspacePath, caller);
    const { workflows } = settleSources(await store.sources.candidates(place));
    const found = workflows.find(({ listed }) => listed.workflowId === workflowId);
    if (!found) return refuse('WORKFLOW_NOT_FOUND');
    const { listed, compiled, candidate } = found;
    const { tags, examples: _, recommendedPreferences: __, ...card } = listed;
    const view: WorkflowView = {
      ...card,
      ...(tags ? { tags: [...tags] } : {}),
      file: candidate.file,
      digest: candidate.sourceKind === 'user' || candidate.sourceKind === 'project' ? candidate.digest : null,
      sourceText: (await textOf(store, candidate, place)) ?? '',
      ...compiledFacts(compiled),
      pinned: await pinnedVersions(store, index, workflowId, compiled.workflowHash),
    };
    return ok({ view });
  },

  WorkflowValidate: async ({ text, workspacePath }, caller) =>
    ok(validateText(text, await store.sources.bindings(placeOf(workspacePath, caller)), sha256)),

  WorkflowSave: async ({ text, target, workspacePath, expectedDigest }, caller) => {
    const place = placeOf(workspacePath, caller);
    if (target === 'project' && place === null) return refuse('WORKSPACE_NEEDED');
    const json = parseText(text);
    if (!json.ok) return refuse('WORKFLOW_INVALID', { errors: [{ ...json.error }] as unknown as JsonObject[] });
    const saved = await store.save({ source: json.value, target, workspacePath: place, expectedDigest });
    if (saved.ok) return ok(saved.value);
    const { code, ...facts } = saved.error;
    return refuse(code, facts as unknown as JsonObject);
  },

  BuiltinsList: async () => ok(authoringHelp()),
});

/** A relative path would mean the folder the server happens to run in. Folders of this machine are for admins. */
const placeOf = (path: string | null | undefined, { role }: Caller): string | null =>
  role === 'admin' && path && isAbsolute(path) ? path : null;

const textOf = async (
  store: RailsStore,
  { sourceKind, sourceLabel, file }: WorkflowCandidate,
  workspacePath: string | null,
): Promise<string | undefined> => {
  if (sourceKind === 'bundled') return bundledText(file);
  const folder = foldersFor(store.settings, workspacePath).find(({ label }) => label === sourceLabel);
  return folder && readFile(join(folder.path, file), 'utf8').catch(() => undefined);
};

const pinnedVersions = async (
  store: RailsStore,
  index: SessionIndex,
  workflowId: string,
  current: Digest,
): Promise<PinnedVersion[]> => {
  const runs = await index.runsOf(workflowId);
  const versions = new Map<Digest, { runs: number; lastActivityAt: string }>();
  for (const { workflowHash: hash, lastActivityAt } of runs) {
    const workflowHash = hash as Digest;
    const known = versions.get(workflowHash);
    versions.set(workflowHash, {
      runs: (known?.runs ?? 0) + 1,
      lastActivityAt: known && known.lastActivityAt > lastActivityAt ? known.lastActivityAt : lastActivityAt,
    });
  }
  const found: PinnedVersion[] = [];
  for (const [workflowHash, facts] of versions) {
    const pinned = await store.workflows.get(workflowHash);
    found.push({
      workflowHash,
      version: pinned?.snapshot.version ?? '?',
      current: workflowHash === current,
      ...facts,
      ...(pinned && workflowHash !== current ? { compiled: pinned.snapshot as unknown as JsonObject } : {}),
    });
  }
  return found.sort((a, b) => (a.lastActivityAt < b.lastActivityAt ? 1 : -1));
};
