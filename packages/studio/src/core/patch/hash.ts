import { canonicalText, type Json, type Sha256 } from '@atelier/kernel/core';
import type { Element, ElementSpec, Entity } from '../domain/entities.ts';
import { type EntityType, entityTypes } from '../domain/primitives.ts';
import { paths } from './paths.ts';
import { plainValue, valueAt } from './values.ts';

export const hashOf = (sha256: Sha256, value: Json): string => {
  const text = canonicalText(value);
  if (!text.ok) throw new Error(`cannot be hashed: ${text.error.reason} at ${text.error.at}`);
  return sha256(text.value);
};

const names: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  entityTypes.map((entity) => [entity, Object.keys(paths[entity]).sort()]),
);
/** Entities are never changed in place, so a hash once computed holds for as long as the object lives. */
const known = new WeakMap<Entity, string>();

/** Over everything a change can set, and whether it is tombstoned. Empty paths do not count. */
export const entityHash = (sha256: Sha256, entity: EntityType, value: Entity): string => {
  const found = known.get(value);
  if (found) return found;
  const facts: Record<string, Json> = { tombstoned: value.tombstone !== null };
  for (const path of names[entity] ?? []) {
    const at = valueAt(value, path);
    if (at !== null) facts[path] = plainValue(entity, path, at);
  }
  const hash = hashOf(sha256, facts).slice(0, 32);
  known.set(value, hash);
  return hash;
};

/** What a person approves of an element. */
export const specOf = (element: Element): ElementSpec => {
  const { notes: _n, sortKey: _s, createdAt: _c, createdBy: _b, updatedAt: _u, ...rest } = element;
  const { updatedSeq: _q, origin: _o, tombstone: _t, ...spec } = rest;
  return spec;
};

const specs = new WeakMap<Element, string>();
export const specHash = (sha256: Sha256, element: Element): string => {
  const found = specs.get(element);
  if (found) return found;
  const spec = specOf(element) as unknown as Readonly<Record<string, Json>>;
  const plain = Object.fromEntries(
    Object.entries(spec).map(([name, value]) => [name, plainValue('element', name, value)]),
  );
  const hash = hashOf(sha256, plain);
  specs.set(element, hash);
  return hash;
};
