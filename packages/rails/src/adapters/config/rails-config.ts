import { readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256, writeFileDurably } from '@atelier/kernel/adapters';
import { createTurn } from '@atelier/kernel/core';
import { z } from 'zod';
import { canonical } from '../../core/canonical.ts';
import { Autonomy, RiskPolicy } from '../../core/compiled.ts';
import { defaultPreferences } from '../../core/preferences.ts';

const StoredConfig = z.object({
  sources: z.array(
    z.object({ kind: z.enum(['user', 'git', 'remote', 'plugin']), label: z.string(), path: z.string() }),
  ),
  defaults: z.object({ autonomy: Autonomy, riskPolicy: RiskPolicy }),
  flags: z.object({ firmToolTexts: z.boolean() }),
  retention: z.object({ days: z.int().positive().nullable() }).default({ days: null }),
});
export type StoredConfig = z.infer<typeof StoredConfig>;

const NOTHING_SET: StoredConfig = {
  sources: [],
  defaults: defaultPreferences,
  flags: { firmToolTexts: false },
  retention: { days: null },
};

export const railsConfigPath = (data: string): string => join(data, 'config', 'rails.json');

export type ConfigLook = {
  /** `damaged`: the file is there and is not what was written. */
  readonly state: 'absent' | 'sound' | 'damaged';
  readonly config: StoredConfig;
};

/** The file holds a digest of itself: a flipped bit must not turn into another setting. */
export const lookAtRailsConfig = (data: string): ConfigLook => {
  let text: string;
  try {
    text = readFileSync(railsConfigPath(data), 'utf8');
  } catch (cause) {
    const absent = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    return { state: absent ? 'absent' : 'damaged', config: NOTHING_SET };
  }
  try {
    const { digest, ...rest } = JSON.parse(text) as { digest?: unknown };
    const parsed = StoredConfig.safeParse(rest);
    if (parsed.success && (digest === undefined || digest === configDigest(parsed.data)))
      return { state: 'sound', config: parsed.data };
  } catch {
    // Not JSON any more.
  }
  return { state: 'damaged', config: NOTHING_SET };
};

/** What a person set in the Console. While the file is damaged nothing is set: an agent must still be able to work. */
export const readRailsConfig = (data: string): StoredConfig => lookAtRailsConfig(data).config;

export const configDigest = (config: StoredConfig): string => `sha256:${sha256(canonical(config))}`;

const inTurn = createTurn();

/** False when the file is not the one `expected` names: somebody else set something meanwhile. */
export const writeRailsConfig = (data: string, config: StoredConfig, expected?: string): Promise<boolean> =>
  inTurn(async () => {
    const now = lookAtRailsConfig(data);
    if (expected !== undefined && configDigest(now.config) !== expected) return false;
    const path = railsConfigPath(data);
    await mkdir(dirname(path), { recursive: true });
    // What is in a damaged file may still be wanted by whoever repairs it by hand.
    if (now.state === 'damaged') await copyFile(path, `${path}.damaged`).catch(() => undefined);
    await writeFileDurably(path, `${JSON.stringify({ digest: configDigest(config), ...config }, null, 2)}\n`);
    return true;
  });
