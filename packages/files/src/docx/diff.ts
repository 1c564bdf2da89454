import type { JsonObject } from '@atelier/kernel/core';
import { describePart, isPlumbing } from '../package/describe-part.ts';
import { wordSpans as changedWords } from '../review/word-spans.ts';
import type { DiffAnswer, DiffRequest } from '../tools/kind-handler.ts';
import { likeness, type Pair } from './align-blocks.ts';
import type { Block, TableBlock } from './blocks.ts';
import { changesOf } from './changes.ts';
import { type Compared, compareDocx, openSide, type Side } from './compared.ts';
import { formatChanges } from './format-changes.ts';
import { contentOf } from './section-content.ts';
import { type Section, sectionsOf } from './sections.ts';

const longestAlignment = 400;

/** The typed diff of two documents: an outline of sections, one section side by side, and how their blocks go together. */
export const diffDocx = async ({ reference, draft, options }: DiffRequest): Promise<DiffAnswer> => {
  if (!reference || !draft)
    return oneSided(reference ? await openSide(reference) : null, draft ? await openSide(draft) : null, options);
  const compared = await compareDocx(reference, draft);
  const sections = pairSections(compared);
  const changed = compared.pairs.filter(({ status }) => status !== 'same');
  const first = sections.findIndex(({ status }) => status !== 'same');
  const chosen = sections[typeof options.section_index === 'number' ? options.section_index : Math.max(0, first)];
  const rows = compared.pairs.filter((pair) => chosen === undefined || inSection(pair, chosen));
  const count = (status: string) => changed.filter((each) => each.status === status).length;
  return {
    body: {
      section_count: sections.length,
      sections: sections.map(({ status, before, after }, index) => ({
        index,
        status,
        heading: (after ?? before)?.heading ?? '',
        level: (after ?? before)?.level ?? 0,
        before: before?.index ?? null,
        after: after?.index ?? null,
      })),
      section_index: chosen ? sections.indexOf(chosen) : 0,
      baseline: chosen?.before ? contentOf(compared.before.file, compared.before.blocks, chosen.before) : null,
      draft: chosen?.after ? contentOf(compared.after.file, compared.after.blocks, chosen.after) : null,
      alignment: rows.slice(0, longestAlignment).map((pair) => alignmentRow(pair, compared)),
      changes: changesOf(compared).map(({ id, label, requires }) => ({ id, label, requires })),
    },
    stats: { changed: count('changed'), added: count('added'), removed: count('removed'), moved: count('moved') / 2 },
    other_changes: otherChanges(compared),
    ...(rows.length > longestAlignment ? { truncated: true } : {}),
  };
};

type SectionPair = {
  readonly status: 'same' | 'changed' | 'added' | 'removed';
  readonly before?: Section;
  readonly after?: Section;
};

/** How many sections without a heading in common are tried by what they say: enough for a renamed one, never quadratic. */
const nearby = 12;

/** Sections go together by heading path, then by what they say. */
const pairSections = ({ before, after, pairs }: Compared): SectionPair[] => {
  const [old, made] = [sectionsOf(before.blocks), sectionsOf(after.blocks)];
  const byPath = Map.groupBy(old, pathOf);
  const twins = new Map<Section, Section>();
  for (const section of made) {
    const twin = byPath.get(pathOf(section))?.shift();
    if (twin) twins.set(section, twin);
  }
  const taken = new Set(twins.values());
  const left = old.filter((section) => !taken.has(section));
  for (const section of made) {
    if (twins.has(section)) continue;
    const at = left.slice(0, nearby).findIndex((each) => likeness(textOf(before, each), textOf(after, section)) >= 0.5);
    const [twin] = at < 0 ? [] : left.splice(at, 1);
    if (twin) twins.set(section, twin);
  }
  const touched = touchedBlocks(pairs);
  const paired = made.map((section): SectionPair => {
    const twin = twins.get(section);
    if (!twin) return { status: 'added', after: section };
    const differs = touched.slice(section.first, section.last + 1).includes(true);
    const same = !differs && sourceOf(before, twin) === sourceOf(after, section);
    return { status: same ? 'same' : 'changed', before: twin, after: section };
  });
  return [...paired, ...left.map((section): SectionPair => ({ status: 'removed', before: section }))];
};

const pathOf = ({ path }: Section): string => path.join('\0');

/** Which blocks of the draft changed, or stand where one was taken out. */
const touchedBlocks = (pairs: readonly Pair[]): boolean[] => {
  const touched: boolean[] = [];
  let goneBefore = false;
  for (const { status, after } of pairs) {
    if (after === null) {
      goneBefore = true;
      continue;
    }
    touched[after] = status !== 'same' || goneBefore;
    goneBefore = false;
  }
  return touched;
};

const within = ({ first, last }: Section, index: number): boolean => index >= first && index <= last;
const textOf = ({ sided }: Side, { first, last }: Section): string =>
  sided
    .slice(first, last + 1)
    .map(({ block }) => text(block))
    .join('\n');
const sourceOf = ({ sided }: Side, { first, last }: Section): string =>
  sided
    .slice(first, last + 1)
    .map(({ source }) => source)
    .join('\n');
const text = (block: Block): string =>
  block.kind === 'paragraph' ? block.text : block.rows.flatMap((row) => row.map((cell) => cell.text)).join('\n');

const inSection = (pair: Pair, { before, after }: SectionPair): boolean =>
  (pair.after !== null && after !== undefined && within(after, pair.after)) ||
  (pair.before !== null && pair.after === null && before !== undefined && within(before, pair.before));

const alignmentRow = (pair: Pair, { before, after }: Compared): JsonObject => {
  const [old, made] = [
    pair.before === null ? undefined : before.blocks[pair.before],
    pair.after === null ? undefined : after.blocks[pair.after],
  ];
  const base = {
    status: pair.status,
    before: pair.before,
    after: pair.after,
    ...(pair.status === 'moved' ? { twin: pair.twin } : {}),
  };
  if (pair.status !== 'changed' || !old || !made) return { ...base, text: text(made ?? (old as Block)).slice(0, 400) };
  if (old.kind === 'table' && made.kind === 'table') return { ...base, table_cells: cellChanges(old, made) };
  if (old.kind !== 'paragraph' || made.kind !== 'paragraph') return base;
  const spans = old.text === made.text ? [] : wordSpans(old.text, made.text);
  const looks = formatChanges({ document: before.document, block: old }, { document: after.document, block: made });
  return { ...base, spans, format_changes: looks.length === 0 && spans.length === 0 ? ['markup'] : looks };
};

/** Changed words with their places on both sides; a paragraph too long to compare word by word is marked whole. */
const wordSpans = (before: string, after: string): JsonObject[] => {
  const spans = changedWords(before, after) ?? { before: [[0, before.length]], after: [[0, after.length]] };
  return [
    ...spans.before.map(([start, end]) => ({ type: 'removed', start: start ?? 0, end: end ?? 0 })),
    ...spans.after.map(([start, end]) => ({ type: 'added', start: start ?? 0, end: end ?? 0 })),
  ];
};

const cellChanges = (before: TableBlock, after: TableBlock): JsonObject[] => {
  const rows = Math.max(before.rows.length, after.rows.length);
  return Array.from({ length: rows }, (_, row) => {
    const [old, made] = [before.rows[row] ?? [], after.rows[row] ?? []];
    return Array.from({ length: Math.max(old.length, made.length) }, (_, col) => ({
      row,
      col,
      before: old[col]?.text ?? null,
      after: made[col]?.text ?? null,
    }));
  })
    .flat()
    .filter((cell) => cell.before !== cell.after);
};

/** Whatever changed outside the blocks is named; a changed file never looks unchanged. */
export const otherChanges = (compared: Compared): string[] => {
  const named = compared.otherParts.filter((name) => !isPlumbing(name)).map(describePart);
  const plumbingOnly = compared.otherParts.length > 0 && named.length === 0;
  const blocksDiffer = compared.pairs.some(({ status }) => status !== 'same');
  const frameOnly = !blocksDiffer && compared.before.document.source !== compared.after.document.source;
  return [
    ...new Set([...named, ...(plumbingOnly ? ['links between parts'] : []), ...(frameOnly ? ['page setup'] : [])]),
  ].toSorted();
};

const oneSided = (before: Side | null, after: Side | null, options: JsonObject): DiffAnswer => {
  const side = after ?? before;
  const sections = side ? sectionsOf(side.blocks) : [];
  const index = typeof options.section_index === 'number' ? options.section_index : 0;
  const section = sections[index];
  const content = side && section ? contentOf(side.file, side.blocks, section) : null;
  const status = after ? 'added' : 'removed';
  return {
    body: {
      section_count: sections.length,
      sections: sections.map(({ heading, level }, at) => ({
        index: at,
        status,
        heading,
        level,
        before: after ? null : at,
        after: after ? at : null,
      })),
      section_index: index,
      baseline: after ? null : content,
      draft: after ? content : null,
      alignment: [],
      changes: side ? [{ id: 'file', label: after ? 'File added' : 'File removed', requires: [] }] : [],
    },
    stats: {
      changed: 0,
      added: after ? (side?.blocks.length ?? 0) : 0,
      removed: after ? 0 : (side?.blocks.length ?? 0),
      moved: 0,
    },
    other_changes: [],
  };
};
