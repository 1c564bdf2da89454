import type { Json } from '@atelier/kernel/core';
import type { Entity } from '../domain/entities.ts';
import type { EntityType } from '../domain/primitives.ts';
import { paths } from './paths.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What stands at a path; an empty one is null. Paths are at most three steps deep. */
export const valueAt = (entity: Entity | Fields, path: string): Json => {
  let at: unknown = entity;
  for (const step of path.split('.')) {
    if (typeof at !== 'object' || at === null) return null;
    at = (at as Fields)[step];
  }
  return (at ?? null) as Json;
};

/** The entity with another value at a path; null takes the path away, except where null is a value of its own. */
export const withValue = <Value extends object>(entity: Value, path: string, value: Json): Value =>
  write(entity as Fields, path.split('.'), value) as Value;

/** The same, written into an entity that nobody else has yet: copying it for every field is most of a rebuild. */
export const putValue = (fresh: object, path: string, value: Json): void => {
  const holder = fresh as Record<string, unknown>;
  const [step = '', ...rest] = path.split('.');
  // What stands inside may be somebody's: that is copied.
  const inner = holder[step];
  const next = rest.length === 0 ? value : write(isFields(inner) ? inner : {}, rest, value);
  const isGone = rest.length === 0 ? value === null && step !== 'elementId' : isEmpty(next as Fields, step);
  if (isGone) delete holder[step];
  else holder[step] = next;
};

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** A text that lost both its languages is no text. */
const isEmpty = (part: Fields, step: string): boolean => Object.keys(part).length === 0 && !kept.has(step);

const write = (holder: Fields, [step = '', ...rest]: readonly string[], value: Json): Fields => {
  if (rest.length > 0) {
    const inner = holder[step];
    const next = write(isFields(inner) ? inner : {}, rest, value);
    return isEmpty(next, step) ? without(holder, step) : { ...holder, [step]: next };
  }
  if (value === null && step !== 'elementId') return without(holder, step);
  return { ...holder, [step]: value };
};

/** Parts every entity has, also when nothing is in them. */
const kept: ReadonlySet<string> = new Set(['dims', 'build', 'purchase']);

const without = (holder: Fields, step: string): Fields => {
  const { [step]: _gone, ...others } = holder;
  return others;
};

/** Equal as far as anybody can tell: order in sets, and Unicode spelling, make no difference. */
export const sameValue = (entity: EntityType, path: string, a: Json, b: Json): boolean =>
  JSON.stringify(plainValue(entity, path, a)) === JSON.stringify(plainValue(entity, path, b));

export const plainValue = (entity: EntityType, path: string, value: Json): Json => {
  if (Array.isArray(value) && paths[entity][path]?.isSet)
    return value.map(normal).sort((a, b) => (String(a) < String(b) ? -1 : 1));
  return normal(value);
};

const normal = (value: Json): Json => {
  if (typeof value === 'string') return value.normalize('NFC');
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== 'object' || value === null) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, each]) => [name, normal(each as Json)]));
};
