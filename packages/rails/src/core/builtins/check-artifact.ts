import type { Json, JsonObject } from '@atelier/kernel/core';
import { z } from 'zod';
import type { ContractPack } from '../compiled-contracts.ts';

/** `path` is dotted (`checks.0.result`), empty for the artifact itself; `message` is complete without it. */
export type ArtifactIssue = { readonly path: string; readonly message: string };

export const isOfKind = (pack: ContractPack, artifact: JsonObject): boolean =>
  artifact.kind === pack.artifactKind ||
  (typeof artifact.kind === 'string' && pack.kindAliases.includes(artifact.kind));

/** Judges by the pack's own schema, so a pinned run keeps the rules it began with. Empty = valid. */
export const checkArtifact = (pack: ContractPack, artifact: JsonObject): readonly ArtifactIssue[] => {
  const verdict = validatorOf(pack).safeParse(artifact);
  if (verdict.success) return [];
  return verdict.error.issues.map((issue) => {
    const path = issue.path.map(String).join('.');
    return { path, message: wordIssue(issue, path || 'the artifact', valueAt(artifact, issue.path)) };
  });
};

// Building a validator costs more than using it, and a pack never changes.
const validators = new WeakMap<ContractPack, z.ZodType>();
const validatorOf = (pack: ContractPack): z.ZodType => {
  const known = validators.get(pack);
  if (known) return known;
  const built = z.fromJSONSchema(pack.schema as Parameters<typeof z.fromJSONSchema>[0]);
  validators.set(pack, built);
  return built;
};

const wordIssue = (issue: z.core.$ZodIssue, name: string, sent: Json | undefined): string => {
  if (sent === undefined) return `\`${name}\` is missing`;
  switch (issue.code) {
    case 'invalid_value':
      return `\`${name}\` must be ${issue.values.map((value) => `\`${String(value)}\``).join(' or ')}, not ${show(sent)}`;
    case 'invalid_type':
      return `\`${name}\` must be ${article(issue.expected)}, not ${show(sent)}`;
    case 'too_big':
      return `\`${name}\` must have at most ${String(issue.maximum)} ${unit(issue.origin)}`;
    case 'too_small':
      return `\`${name}\` must have at least ${String(issue.minimum)} ${unit(issue.origin)}`;
    default:
      return `\`${name}\` does not fit the contract: ${show(sent)}`;
  }
};

const show = (value: Json): string => {
  const shown = JSON.stringify(value);
  return shown.length <= 60 ? `\`${shown}\`` : `\`${shown.slice(0, 57)}…\``;
};

const article = (expected: string): string =>
  ({
    string: 'text',
    number: 'a number',
    array: 'a list',
    object: 'an object',
    record: 'an object',
    boolean: 'true or false',
  })[expected] ?? expected;

const unit = (origin: string): string =>
  origin === 'string' ? 'characters' : origin === 'array' ? 'entries' : 'fields';

const valueAt = (root: Json, path: readonly PropertyKey[]): Json | undefined => {
  let value: Json | undefined = root;
  for (const key of path) {
    if (value === null || typeof value !== 'object') return undefined;
    value = (value as { readonly [key: PropertyKey]: Json })[key];
  }
  return value;
};
