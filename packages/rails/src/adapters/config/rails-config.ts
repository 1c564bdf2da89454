import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
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

export const railsConfigPath = (data: string): string => join(data, 'config', 'rails.json');

/** What a person set in the Console. A file that is absent or cannot be read means: nothing was set. */
export const readRailsConfig = (data: string): StoredConfig => {
  try {
    const parsed = StoredConfig.safeParse(JSON.parse(readFileSync(railsConfigPath(data), 'utf8')));
    if (parsed.success) return parsed.data;
  } catch {
    // Never set, or broken by hand: an agent must still be able to work.
  }
  return { sources: [], defaults: defaultPreferences, flags: { firmToolTexts: false }, retention: { days: null } };
};

export const writeRailsConfig = async (data: string, config: StoredConfig): Promise<void> => {
  const path = railsConfigPath(data);
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.part`;
  await writeFile(part, `${JSON.stringify(config, null, 2)}\n`, { flush: true });
  await rename(part, path);
};
