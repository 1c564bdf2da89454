import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RailsConfig, SourceFacts } from '@atelier/contracts';
import { sha256 } from '@atelier/kernel/adapters';
import { canonicalText, ok } from '@atelier/kernel/core';
import { configDigest, lastAgent, lookAtRailsConfig, writeRailsConfig } from '@atelier/rails/adapters';
import { foldersFor } from '@atelier/rails/adapters/authoring';
import { dueSessions } from '@atelier/rails/usecases';
import type { RailsStore } from '../../services/runs.ts';
import type { Handlers } from '../surface.ts';
import { refuse } from './words.ts';

const mcp = new URL('../../../../mcp/', import.meta.url);
const commandPath = fileURLToPath(new URL('atelier-mcp.mjs', mcp));
const bundlePath = fileURLToPath(new URL('dist/atelier-mcp.mjs', mcp));

export const createSettingsCommands = (
  store: RailsStore,
): Handlers<'AgentSeenGet' | 'ConfigGet' | 'ConfigSetDesired' | 'KeysRotate'> => ({
  AgentSeenGet: async () => ok({ agent: lastAgent(store.data) ?? null }),

  ConfigGet: async ({ workspacePath }, { role }) => {
    const { state, config: desired } = lookAtRailsConfig(store.data);
    const differs = (part: 'sources' | 'flags'): boolean => textOf(desired[part]) !== textOf(store.applied[part]);
    const isAdmin = role === 'admin';
    const place = isAdmin && workspacePath && isAbsolute(workspacePath) ? workspacePath : null;
    const sources = await sourceFacts(store, place);
    return ok({
      desired: isAdmin ? desired : withoutPaths(desired),
      applied: isAdmin ? store.applied : withoutPaths(store.applied),
      appliedConfigHash: configHash(store.applied),
      desiredHash: configDigest(desired),
      damaged: state === 'damaged',
      restartRequired: (['sources', 'flags'] as const).filter(differs),
      sources: isAdmin ? sources : sources.map((source) => ({ ...source, pathLabel: '' })),
      keys: { state: await keyState(store) },
      retention: {
        available: true,
        due: (await dueNow(store)(desired.retention.days)).length,
      },
      connect: isAdmin
        ? { node: process.execPath, bundle: commandPath, bundleBuilt: existsSync(bundlePath), dataFolder: store.data }
        : null,
    });
  },

  ConfigSetDesired: async ({ desired, expectedHash }) => {
    const relative = desired.sources.find(({ path }) => !isAbsolute(path));
    if (relative) return refuse('SOURCE_FOLDER_NOT_ABSOLUTE', { path: relative.path });
    const labels = ['user', 'bundled', ...desired.sources.map(({ label }) => label)];
    const twice = labels.find((label, index) => labels.indexOf(label) !== index);
    if (twice !== undefined) return refuse('SOURCE_LABEL_TAKEN', { label: twice });
    if (!(await writeRailsConfig(store.data, desired, expectedHash))) return refuse('CONFIG_CHANGED');
    return ok({ desired });
  },

  KeysRotate: async () => {
    const rotated = await store.keyring.rotate();
    if (!rotated.ok) return refuse('KEYRING_CORRUPT', { detail: rotated.error.detail });
    return ok({ state: rotated.value.previous ? 'two' : 'one' });
  },
});

/** Where folders are on this machine is for admins; the name of a source is for everybody. */
const withoutPaths = (config: RailsConfig): RailsConfig => ({
  ...config,
  sources: config.sources.map((source) => ({ ...source, path: source.label })),
});

const dueNow = (store: RailsStore) => dueSessions({ index: store.sessionIndex, marks: store.marks, now: Date.now });

export const configHash = (config: RailsConfig): string => `sha256:${sha256(textOf(config))}`;

const textOf = (value: unknown): string => {
  const text = canonicalText(value);
  return text.ok ? text.value : '';
};

const keyState = async (store: RailsStore): Promise<'none' | 'one' | 'two' | 'damaged'> => {
  const keys = await store.keyring.read();
  if (!keys.ok) return 'damaged';
  if (!keys.value) return 'none';
  return keys.value.previous ? 'two' : 'one';
};

const sourceFacts = async (store: RailsStore, workspacePath: string | null): Promise<SourceFacts[]> => {
  const candidates = await store.sources.candidates(workspacePath);
  const folders = [{ kind: 'bundled', label: 'bundled', path: '' }, ...foldersFor(store.settings, workspacePath)];
  return folders.map(({ kind, label, path }, at) => {
    const own = candidates.filter(({ sourceLabel }) => sourceLabel === label);
    return {
      kind,
      label,
      pathLabel: short(path, store.data),
      precedence: at + 1,
      workflows: own.filter(({ result }) => result.ok).length,
      problems: own.filter(({ result }) => !result.ok).length,
    };
  });
};

const short = (path: string, data: string): string => {
  if (path.startsWith(`${data}/`)) return `<data>${path.slice(data.length)}`;
  const home = homedir();
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
};
