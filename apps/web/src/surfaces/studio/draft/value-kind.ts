import type { FieldDiff, Lang } from '@atelier/contracts/studio';
import { typedDay, typedMinor, typedNumber } from '../../../ui/typed/typed-number.ts';

/** Anything that can stand at a path. */
export type Json = FieldDiff['from'];

/** How the value at a path is written and read by people. */
export type ValueKind =
  | 'text'
  | 'money'
  | 'quantity'
  | 'percent'
  | 'length'
  | 'minutes'
  | 'count'
  | 'day'
  | 'yesNo'
  | 'word'
  | 'refs'
  | 'words'
  | 'person'
  | 'colours'
  | 'pricing'
  | 'other';

const byPath: Readonly<Record<string, ValueKind>> = {
  unitCostMinor: 'money',
  qtyMilli: 'quantity',
  wasteBps: 'percent',
  'dims.widthMm': 'length',
  'dims.heightMm': 'length',
  'dims.depthMm': 'length',
  estimateMin: 'minutes',
  pricing: 'pricing',
  colors: 'colours',
  materials: 'words',
  aliases: 'words',
  tags: 'words',
  'build.joints': 'words',
  assigneeId: 'person',
  elementId: 'refs',
  parentId: 'refs',
  sectionId: 'refs',
  elementIds: 'refs',
  taskIds: 'refs',
  dependsOn: 'refs',
  kind: 'word',
  unit: 'word',
  trade: 'word',
  status: 'word',
  stage: 'word',
  granularity: 'word',
  quoteRole: 'word',
  priceSource: 'word',
  'purchase.mode': 'word',
  'purchase.status': 'word',
  clientVisible: 'yesNo',
  costHandledElsewhere: 'yesNo',
  tombstone: 'yesNo',
  'purchase.on': 'day',
};

export const kindOf = (path: string): ValueKind => {
  const known = byPath[path];
  if (known !== undefined) return known;
  if (/\.(he|en)$/.test(path) || /^(supplier|sku|purchase\.note|alternativeGroup|key)$/.test(path)) return 'text';
  if (/(Date|Start|End|AsOf)$/.test(path)) return 'day';
  return /^(qty|crew|likelihood|impact|confidence|sortKey|chosen|build\.(splitParts|weightG|powerW))$/.test(path)
    ? 'count'
    : 'other';
};

/** Where the catalogue has the name of such a value: the same words as in the lists of records. */
export const wordKeys = (path: string, value: string): `records.kind.wall`[] =>
  (places[path] ?? []).map((place) => `records.${place}.${value}` as `records.kind.wall`);

const places: Readonly<Record<string, readonly string[]>> = {
  kind: ['kind', 'lineKind', 'sectionKind'],
  unit: ['unit'],
  trade: ['trade'],
  status: ['value', 'riskStatus'],
  stage: ['value'],
  granularity: ['value'],
  quoteRole: ['role'],
  priceSource: ['value'],
  'purchase.mode': ['purchaseMode'],
  'purchase.status': ['purchaseStatus'],
};

/** Which part of a path is the language it is written in. */
export const langOfPath = (path: string): Lang | undefined => /\.(he|en)$/.exec(path)?.[1] as Lang | undefined;

const editable: ReadonlySet<ValueKind> = new Set([
  'text',
  'money',
  'quantity',
  'percent',
  'length',
  'minutes',
  'count',
  'day',
  'words',
  'colours',
  'pricing',
]);

export const isEditable = (path: string): boolean => editable.has(kindOf(path)) && path !== 'sortKey';

/** Several fields that make one value. */
export const isEditedTogether = (path: string): boolean => ['colours', 'pricing'].includes(kindOf(path));

/** A value as it stands in the field that edits it. */
export const toType = (path: string, value: Json): string => {
  if (value === null) return '';
  const number = typeof value === 'number' ? value : 0;
  switch (kindOf(path)) {
    case 'money':
      return (number / 100).toFixed(2).replace(/\.00$/, '');
    case 'quantity':
    case 'length':
      return String(number / 1000);
    case 'percent':
      return String(number / 100);
    case 'words':
      return Array.isArray(value) ? value.join(', ') : '';
    default:
      return typeof value === 'string' ? value : String(value);
  }
};

/** What was typed as the value that is stored; undefined when it is none. Nothing typed clears the path. */
export const fromTyped = (path: string, typed: string): Json | undefined => {
  const text = typed.trim();
  const kind = kindOf(path);
  if (kind === 'words')
    return text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  if (text === '') return null;
  const whole = (number: number | undefined): number | undefined =>
    number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
  const scaled = (by: number): number | undefined => {
    const number = typedNumber(text);
    // 1.005 times a thousand is not whole in binary; the shortest decimal of it is what was typed.
    return number === undefined ? undefined : whole(Number(`${number}e${Math.log10(by)}`));
  };
  switch (kind) {
    case 'text':
      return text;
    case 'money':
      return whole(typedMinor(text));
    case 'quantity':
    case 'length':
      return scaled(1000);
    case 'percent':
      return scaled(100);
    case 'minutes':
    case 'count':
      return whole(typedNumber(text));
    case 'day':
      return typedDay(text);
    default:
      return undefined;
  }
};
