import type { Element } from '@atelier/contracts/studio';
import { sidesOf } from '@atelier/studio/view';
import type { Changes } from '../records/batch-ops.ts';

type Value = Changes[string];

const texts = ['name', 'finish', 'mounting', 'location', 'clientText', 'notes', 'build.method', 'build.structure'];
const values = [
  'aliases',
  'kind',
  'qty',
  'dims.widthMm',
  'dims.heightMm',
  'dims.depthMm',
  'colors',
  'materials',
  'clientVisible',
  'costHandledElsewhere',
  'quoteRole',
  'alternativeGroup',
  'parentId',
  'sectionId',
  'tags',
  'build.joints',
  'build.splitParts',
  'build.weightG',
  'build.powerW',
] as const;

/** The paths of an element that its sheet edits. */
const formPaths: readonly string[] = [...texts.flatMap((path) => [`${path}.he`, `${path}.en`]), ...values];

/** An element as its sheet shows it: path by path, what is empty is null. */
export const formOf = (element: object): Changes =>
  Object.fromEntries(formPaths.map((path) => [path, valueAt(element, path)]));

const valueAt = (from: object, path: string): Value => {
  let at: unknown = from;
  for (const name of path.split('.')) at = (at as Readonly<Record<string, unknown>> | undefined)?.[name];
  return (at ?? null) as Value;
};

/** Only what was changed: somebody else's edit of another field is not written over. */
export const changedFields = (before: Changes, after: Changes): Changes =>
  Object.fromEntries(
    Object.entries(after)
      .map(([path, value]) => [path, typeof value === 'string' && value.trim() === '' ? null : value] as const)
      .filter(([path, value]) => JSON.stringify(value) !== JSON.stringify(before[path] ?? null)),
  );

/** What a form was opened with: its fields, and the hash of the element that had them. */
export type Opened = { readonly form: Changes; readonly hash: string };

/**
 * A form after what it sent was saved: what was typed meanwhile stays, and is held against the element as it stands
 * now. Where somebody else changed one of those fields first, it is still held against what the person saw.
 */
export const afterSave = (
  sent: { readonly typed: Changes; readonly opened: Opened },
  typed: Changes,
  saved: Opened,
): { readonly typed: Changes; readonly opened: Opened } => {
  const left = Object.entries(typed).filter(([path, value]) => value !== sent.typed[path]);
  const isTaken = left.some(
    ([path]) => !(path in sent.typed) && JSON.stringify(saved.form[path]) !== JSON.stringify(sent.opened.form[path]),
  );
  return { typed: Object.fromEntries(left), opened: isTaken ? sent.opened : saved };
};

/** Approved with the rest, and not in the sheet's form: pictures have a field that saves by itself. */
const approvedToo = ['pictures'];

const approvedOf = (element: object): Changes => ({
  ...Object.fromEntries(Object.entries(formOf(element)).filter(([path]) => !path.startsWith('notes.'))),
  ...Object.fromEntries(approvedToo.map((path) => [path, valueAt(element, path)])),
});

/** What has to be set so that the element is again as it was approved. Notes are in no version, and stay. */
export const changesBackTo = (element: Element, spec: object): Changes =>
  changedFields(approvedOf(element), approvedOf(spec));

/** 4800 × 2400 × 90 → "4.80 × 2.40 × 0.09": metres, as people in this trade say them. */
export const sizeText = (element: Pick<Element, 'kind' | 'dims'>): string =>
  sidesOf(element)
    .map((mm) => (mm / 1000).toFixed(2))
    .join(' × ');

/** What an element can be a part of: not itself, and nothing that is a part of it. */
export const possibleParents = (elements: readonly Element[], id: string): readonly Element[] => {
  const parentOf = new Map(elements.map((each) => [each.id as string, each.parentId]));
  const isWithin = (at: string | undefined, depth = 0): boolean =>
    at !== undefined && depth < 10 && (at === id || isWithin(parentOf.get(at), depth + 1));
  return elements
    .filter((each) => each.tombstone === null && !isWithin(each.id))
    .toSorted((a, b) => a.sortKey - b.sortKey);
};
