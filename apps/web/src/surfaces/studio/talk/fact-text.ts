import type { ElementSnapshot, Fact, LText } from '@atelier/contracts/studio';
import type { Json } from '../draft/value-kind.ts';

const plain = (value: Json | undefined): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(plain).join(', ');
  if (typeof value !== 'object') return String(value);
  const { name, he, en } = value as { name?: Json; he?: string; en?: string };
  if (name !== undefined) return plain(name);
  return (
    he ??
    en ??
    Object.values(value)
      .map((each) => plain(each as Json))
      .join(' × ')
  );
};

/** What a fact says, in its own words or by its key. */
export const factText = ({ text, key, value }: Fact): LText => text ?? { en: `${key}: ${plain(value)}` };

/** Where the key of a fact stands in an element. */
const pathOf: Readonly<Record<string, string>> = {
  color: 'colors',
  colour: 'colors',
  size: 'dims',
  width: 'dims',
  qty: 'qty',
};

/** The approved version a proposed fact speaks against, and what was approved. */
export const approvedAgainst = (
  { subject, key, contradicts }: Fact,
  snapshots: readonly ElementSnapshot[],
): { readonly version: number; readonly value: string } | undefined => {
  if (contradicts === undefined || contradicts.length === 0) return undefined;
  const newest = snapshots
    .filter(({ id, elementId }) => contradicts.includes(id) || elementId === subject.id)
    .reduce<ElementSnapshot | undefined>((a, b) => (a !== undefined && a.version >= b.version ? a : b), undefined);
  if (newest === undefined) return undefined;
  const path = pathOf[key] ?? key;
  return { version: newest.version, value: plain((newest.spec as Record<string, Json>)[path]) };
};
