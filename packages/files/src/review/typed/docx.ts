import type { ReviewItem } from '@atelier/contracts';
import type { Pair } from '../../docx/align-blocks.ts';
import { boxTexts } from '../../docx/beside-text.ts';
import type { Block, TableBlock } from '../../docx/blocks.ts';
import { unitsOf } from '../../docx/changes.ts';
import type { Compared, Side } from '../../docx/compared.ts';
import { otherChanges } from '../../docx/diff.ts';
import { formatChanges } from '../../docx/format-changes.ts';
import { wordsOfParts } from '../../docx/part-words.ts';
import { type Section, sectionsOf, untitled } from '../../docx/sections.ts';
import type { Built } from './built.ts';
import { sidesOf } from './built.ts';

/** Every block that changed, in the order of the document, under the heading it stands in. */
export const buildDocx = (compared: Compared): Built => {
  const { before, after, pairs } = compared;
  const units = unitsOf(compared);
  const idsByPair = new Map<number, string[]>();
  for (const { id, pairs: own, inside } of units)
    for (const pair of inside ? [inside.pair] : own) idsByPair.set(pair, [...(idsByPair.get(pair) ?? []), id]);
  const [oldPlace, newPlace] = [placesOf(before), placesOf(after)];
  const groups = new Map<string, string>();
  const items = pairs.flatMap((pair, at): ReviewItem[] => {
    // A block that moved is told once, where it is now.
    if (pair.status === 'same' || (pair.status === 'moved' && pair.after === null)) return [];
    const place = pair.after === null ? oldPlace(pair.before ?? 0) : newPlace(pair.after);
    const group = `${pair.after === null ? 'old' : 'new'}:${place.section}`;
    groups.set(group, place.under ?? '');
    const shared = { id: `block:${at}`, group, status: pair.status, changes: idsByPair.get(at) ?? [] };
    return [blockItem(compared, pair, { ...shared, ...place })];
  });
  const said = wordsOfParts(compared);
  const also = otherChanges(compared);
  return { kind: 'docx', items, groups, changes: units.map(publicOf), also, said, isDivisible: true };
};

const publicOf = ({ id, label, requires }: ReturnType<typeof unitsOf>[number]) => ({ id, label, requires });

type Placed = {
  readonly id: string;
  readonly group: string;
  readonly status: 'changed' | 'added' | 'removed' | 'moved';
  readonly changes: string[];
  readonly number: number;
  readonly under: string | null;
};

const blockItem = ({ before, after }: Compared, pair: Pair, placed: Placed): ReviewItem => {
  const { number, under, id, group, status, changes } = placed;
  const old = pair.before === null ? undefined : before.blocks[pair.before];
  const made = pair.after === null ? undefined : after.blocks[pair.after];
  const block = made ?? old;
  if (block?.kind === 'table') {
    const place = { at: 'table' as const, number, under };
    return { what: 'table', id, group, place, status, changes, cells: cellItems(tableOf(old), tableOf(made)) };
  }
  const place = { at: 'paragraph' as const, number, under };
  const looks =
    status === 'changed' && old?.kind === 'paragraph' && made?.kind === 'paragraph'
      ? formatChanges({ document: before.document, block: old }, { document: after.document, block: made })
      : [];
  const [was, is] = wordsOn(
    { text: old ? textOf(old) : null, boxes: old ? boxesOn(before, old) : [] },
    { text: made ? textOf(made) : null, boxes: made ? boxesOn(after, made) : [] },
  );
  // Words and look are the same and yet something differs: say so rather than show two equal texts.
  const format = status === 'changed' && looks.length === 0 && was === is ? ['internal markup'] : looks;
  return { what: 'paragraph', id, group, place, status, changes, ...sidesOf(was, is), format };
};

type Said = { readonly text: string | null; readonly boxes: readonly string[] };

/** What a paragraph says on both sides, with the words of its boxes where those differ. */
const wordsOn = (before: Said, after: Said): readonly [string | null, string | null] => {
  if (before.boxes.join('\n') === after.boxes.join('\n')) return [before.text, after.text];
  const full = ({ text, boxes }: Said): string | null => (text === null ? null : [text, ...boxes].join('\n'));
  return [full(before), full(after)];
};

const boxesOn = ({ document }: Side, block: Block): readonly string[] =>
  block.kind === 'table'
    ? []
    : block.pieces.flatMap(({ kind, element, fallback, deleted }) =>
        kind === 'image' && !fallback && !deleted ? boxTexts(document, element) : [],
      );

const tableOf = (block: Block | undefined): TableBlock | undefined => (block?.kind === 'table' ? block : undefined);

const cellItems = (before: TableBlock | undefined, after: TableBlock | undefined) => {
  const rows = Math.max(before?.rows.length ?? 0, after?.rows.length ?? 0);
  return Array.from({ length: rows }, (_, row) => {
    const [old, made] = [before?.rows[row] ?? [], after?.rows[row] ?? []];
    return Array.from({ length: Math.max(old.length, made.length) }, (_, column) => {
      const [was, is] = [old[column]?.text ?? null, made[column]?.text ?? null];
      return { row: row + 1, column: column + 1, isSame: was === is, ...sidesOf(was, is) };
    });
  })
    .flat()
    .filter(({ isSame }) => !isSame)
    .map(({ isSame: _, ...cell }) => cell);
};

const textOf = (block: Block): string =>
  block.kind === 'paragraph' ? block.text : block.rows.map((row) => row.map(({ text }) => text).join('\t')).join('\n');

/** Paragraphs and tables are counted apart, each from 1, and named after the heading above them. */
const placesOf = ({ blocks }: Side) => {
  const sections = sectionsOf(blocks);
  const numbers: number[] = [];
  let [paragraphs, tables] = [0, 0];
  for (const block of blocks) numbers.push(block.kind === 'table' ? ++tables : ++paragraphs);
  const sectionAt: Section[] = [];
  for (const section of sections) for (let at = section.first; at <= section.last; at++) sectionAt[at] = section;
  return (index: number) => {
    const section = sectionAt[index];
    const under = section && section.heading !== untitled ? section.heading : null;
    return { number: numbers[index] ?? 1, under, section: section?.index ?? 0 };
  };
};

/** A document that is new or gone: all of its blocks. */
export const buildWholeDocx = (side: Side, status: 'added' | 'removed'): Built => {
  const placeOf = placesOf(side);
  const groups = new Map<string, string>();
  const items = side.blocks.map((block, at): ReviewItem => {
    const { number, under, section } = placeOf(at);
    groups.set(`new:${section}`, under ?? '');
    const shared = { id: `block:${at}`, group: `new:${section}`, status, changes: ['whole'] };
    const [old, made] = status === 'added' ? [undefined, block] : [block, undefined];
    if (block.kind === 'table')
      return {
        what: 'table',
        ...shared,
        place: { at: 'table', number, under },
        cells: cellItems(tableOf(old), tableOf(made)),
      };
    const sides = sidesOf(old ? textOf(old) : null, made ? textOf(made) : null);
    return { what: 'paragraph', ...shared, place: { at: 'paragraph', number, under }, ...sides, format: [] };
  });
  return { kind: 'docx', items, groups, changes: [], also: [], isDivisible: false };
};
