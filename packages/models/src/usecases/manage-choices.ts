import { err, type Result } from '@atelier/kernel/core';
import { type ListedEntry, listModels } from '../core/model-list.ts';
import type { Patience } from '../core/patience.ts';
import { decideEntry, type EntryInput, type EntryRefused } from '../core/registry-edit.ts';
import { appendModels, type LogRefused, type ModelsLog, readModels } from './append-models.ts';

export type NotFound = { readonly code: 'MODEL_NOT_FOUND' };
export type Unavailable = {
  readonly code: 'MODEL_UNAVAILABLE';
  readonly reason: NonNullable<ListedEntry['unavailable']>;
};

type CapPatch = { readonly [Which in 'perTurn' | 'perRun' | 'perDay']?: number | null | undefined };

/** What a person wrote down about models and chose among them. */
export const createChoices = (deps: ModelsLog & { readonly keyed: () => Promise<ReadonlySet<string>> }) => ({
  setEntry: async (input: EntryInput): Promise<Result<undefined, EntryRefused | LogRefused>> => {
    const state = await readModels(deps);
    if (!state.ok) return state;
    const entry = decideEntry(state.value, input);
    return entry.ok ? appendModels(deps, { kind: 'registry.entry_set', data: { entry: entry.value } }) : entry;
  },
  /** What is bundled or offered under the same id comes back. */
  removeEntry: async (modelId: string): Promise<Result<undefined, NotFound | LogRefused>> => {
    const state = await readModels(deps);
    if (!state.ok) return state;
    if (!state.value.entries.some((entry) => entry.modelId === modelId)) return err({ code: 'MODEL_NOT_FOUND' });
    return appendModels(deps, { kind: 'registry.entry_removed', data: { modelId } });
  },
  /** Null returns to the automatic choice. */
  setDefault: async (modelId: string | null): Promise<Result<undefined, NotFound | Unavailable | LogRefused>> => {
    const state = await readModels(deps);
    if (!state.ok) return state;
    if (modelId !== null) {
      const chosen = listModels(state.value, await deps.keyed()).find(({ entry }) => entry.modelId === modelId);
      if (!chosen) return err({ code: 'MODEL_NOT_FOUND' });
      if (chosen.unavailable) return err({ code: 'MODEL_UNAVAILABLE', reason: chosen.unavailable });
    }
    return appendModels(deps, { kind: 'default_model.set', data: { modelId } });
  },
  /** What is not named stays as it is. */
  setPatience: (set: Partial<Patience>): Promise<Result<undefined, LogRefused>> =>
    appendModels(deps, { kind: 'patience.set', data: { set } }),
  setCaps: async (written: CapPatch): Promise<Result<undefined, { readonly code: 'NOTHING_TO_SET' } | LogRefused>> => {
    const set = Object.fromEntries(Object.entries(written).filter(([, most]) => most !== undefined));
    if (Object.keys(set).length === 0) return err({ code: 'NOTHING_TO_SET' });
    return appendModels(deps, { kind: 'caps.set', data: { set } });
  },
});
