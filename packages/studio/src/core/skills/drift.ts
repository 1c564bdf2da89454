import type { SkillHashes } from './registry.ts';

/** What each version of each skill was when it was published. A version's entry never changes; a new one is added. */
export type PublishedSkills = Readonly<Record<string, Readonly<Record<string, SkillHashes>>>>;

export type Drift = {
  readonly skillId: string;
  readonly version: string;
  readonly moved: 'schema' | 'prompt' | 'unpublished';
};

/** Skills whose schema or prompt moved without a new version. */
export const driftOf = (
  published: PublishedSkills,
  now: readonly (SkillHashes & { readonly skillId: string; readonly version: string })[],
): readonly Drift[] =>
  now.flatMap(({ skillId, version, schemaHash, promptHash }): readonly Drift[] => {
    const known = published[skillId]?.[version];
    if (!known) return [{ skillId, version, moved: 'unpublished' }];
    if (known.schemaHash !== schemaHash) return [{ skillId, version, moved: 'schema' }];
    return known.promptHash === promptHash ? [] : [{ skillId, version, moved: 'prompt' }];
  });
