import { err, ok, type Result, type Sha256 } from '@atelier/kernel/core';
import { z } from 'zod';
import type { Lang, SkillOverride } from '../domain/index.ts';
import { systemPrompt } from './prompts.ts';
import { hashesOf, type Skill, skills } from './registry.ts';

/** The only fields an admin may change. */
const Editable = z.strictObject({
  promptOverride: z.string().max(16_384).exactOptional(),
  isEnabled: z.boolean().exactOptional(),
  model: z.string().max(120).exactOptional(),
  tools: z.array(z.string()).max(20).exactOptional(),
  notes: z.string().max(2_000).exactOptional(),
});

export type OverrideRefused =
  | { readonly code: 'SKILL_UNKNOWN' }
  | { readonly code: 'FIELD_LOCKED'; readonly fields: readonly string[] }
  | { readonly code: 'OVERRIDE_INVALID'; readonly fields: readonly string[] };

/** An admin's change to a skill, written against the skill as it is now. */
export const overrideSkill = (
  skillId: string,
  change: Readonly<Record<string, unknown>>,
  sha256: Sha256,
): Result<SkillOverride, OverrideRefused> => {
  const skill = skills.find((each) => each.skillId === skillId);
  if (!skill) return err({ code: 'SKILL_UNKNOWN' });
  const locked = Object.keys(change).filter((field) => !Object.hasOwn(Editable.shape, field));
  if (locked.length > 0) return err({ code: 'FIELD_LOCKED', fields: locked });
  const read = Editable.safeParse(change);
  const foreign = read.success ? (read.data.tools ?? []).filter((tool) => !skill.allowedTools.includes(tool)) : [];
  if (!read.success || foreign.length > 0)
    return err({
      code: 'OVERRIDE_INVALID',
      fields: read.success ? foreign : read.error.issues.map(({ path }) => path.join('.')),
    });
  return ok({ skillId, isEnabled: true, ...read.data, ...hashesOf(skill, sha256) });
};

export type EffectiveSkill = {
  readonly skill: Skill;
  readonly isEnabled: boolean;
  readonly prompt: (lang: Lang) => string;
  readonly tools: readonly string[];
  readonly model?: string;
  /** The override was written against another prompt or schema. */
  readonly needsSync: boolean;
  /** The schema moved, so its words may ask for what no longer exists. */
  readonly isIgnored: boolean;
};

/** The skill as it runs next: with its override, unless the schema moved under it. */
export const effectiveSkill = (skill: Skill, override: SkillOverride | undefined, sha256: Sha256): EffectiveSkill => {
  const { schemaHash, promptHash } = hashesOf(skill, sha256);
  const isIgnored = override !== undefined && override.schemaHash !== schemaHash;
  const used = isIgnored ? undefined : override;
  const own = used?.promptOverride;
  return {
    skill,
    isEnabled: override?.isEnabled ?? true,
    prompt: (lang) => systemPrompt(own ?? skill.defaultPrompt[lang], lang),
    tools: used?.tools ?? skill.allowedTools,
    ...(used?.model ? { model: used.model } : {}),
    needsSync: override !== undefined && (isIgnored || override.promptHash !== promptHash),
    isIgnored,
  };
};

export type RegisteredSkill = { readonly version: string; readonly promptHash: string; readonly schemaHash: string };

export type SkillSync = {
  readonly skillId: string;
  readonly state: 'new' | 'changed' | 'same' | 'ghost';
  readonly needsSync: boolean;
  readonly registered?: RegisteredSkill;
};

/** What a sync would write: code is the truth, rows without code are ghosts and stay off. */
export const syncSkills = (
  rows: ReadonlyMap<string, RegisteredSkill>,
  overrides: ReadonlyMap<string, SkillOverride>,
  sha256: Sha256,
): readonly SkillSync[] => {
  const known = skills.map((skill): SkillSync => {
    const registered = { version: skill.version, ...hashesOf(skill, sha256) };
    const row = rows.get(skill.skillId);
    const isSame =
      row?.version === registered.version &&
      row.promptHash === registered.promptHash &&
      row.schemaHash === registered.schemaHash;
    return {
      skillId: skill.skillId,
      state: !row ? 'new' : isSame ? 'same' : 'changed',
      needsSync: effectiveSkill(skill, overrides.get(skill.skillId), sha256).needsSync,
      registered,
    };
  });
  const ids = new Set(skills.map(({ skillId }) => skillId));
  const ghosts = [...rows.keys()]
    .filter((skillId) => !ids.has(skillId))
    .map((skillId): SkillSync => ({ skillId, state: 'ghost', needsSync: false }));
  return [...known, ...ghosts];
};
