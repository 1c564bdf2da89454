import { childOf, elementsOf, ns, sourceOf, type XmlDocument } from '../package/index.ts';
import type { ParagraphBlock } from './blocks.ts';
import { type RunFacts, runsOf } from './section-content.ts';

type Sided = { readonly document: XmlDocument; readonly block: ParagraphBlock };

/** What changed in the look of a paragraph whose words may be the same, in words. */
export const formatChanges = (before: Sided, after: Sided): string[] => {
  const changes: string[] = [];
  const [was, is] = [before.block.style?.name ?? 'none', after.block.style?.name ?? 'none'];
  if (was !== is) changes.push(`style ${was} → ${is}`);
  changes.push(...paragraphChanges(before, after));
  const [old, made] = [characters(before.block), characters(after.block)];
  if (old.map(({ character }) => character).join('') === made.map(({ character }) => character).join('')) {
    changes.push(...runChanges(old, made));
  } else changes.push(...wholeChanges(runsOf(before.block), runsOf(after.block)));
  return [...new Set(changes)];
};

const named: Readonly<Record<string, string>> = {
  spacing: 'spacing',
  ind: 'indent',
  jc: 'alignment',
  numPr: 'list',
  outlineLvl: 'outline level',
  pBdr: 'border',
  shd: 'shading',
  tabs: 'tabs',
  bidi: 'direction',
  sectPr: 'page setup',
  keepNext: 'keep with next',
  pageBreakBefore: 'page break before',
};

const paragraphChanges = (before: Sided, after: Sided): string[] => {
  const facts = ({ document, block }: Sided) =>
    new Map(
      elementsOf(childOf(block.element, ns.word, 'pPr') ?? block.element)
        .filter(({ parent }) => parent?.local === 'pPr')
        .map((each) => [each.local, sourceOf(document, each)]),
    );
  const [old, made] = [facts(before), facts(after)];
  return [...new Set([...old.keys(), ...made.keys()])]
    .filter((local) => local in named && old.get(local) !== made.get(local))
    .map((local) => `${named[local]} ${old.has(local) ? (made.has(local) ? 'changed' : 'removed') : 'added'}`)
    .toSorted();
};

type Character = { readonly character: string; readonly run: RunFacts };
const characters = (block: ParagraphBlock): Character[] =>
  runsOf(block).flatMap((run) => [...run.text].map((character) => ({ character, run })));

const runChanges = (old: readonly Character[], made: readonly Character[]): string[] =>
  old.flatMap(({ run }, at) => {
    const other = made[at]?.run;
    return other ? factChanges(run, other) : [];
  });

/** When the words changed too, only what is so for the whole paragraph on both sides can be said. */
const wholeChanges = (old: readonly RunFacts[], made: readonly RunFacts[]): string[] =>
  old.length === 1 && made.length === 1 && old[0] && made[0] ? factChanges(old[0], made[0]) : [];

const factChanges = (old: RunFacts, made: RunFacts): string[] => [
  ...(['bold', 'italic', 'underline'] as const)
    .filter((key) => old[key] !== made[key])
    .map((key) => `${key} ${made[key] ? 'on' : 'off'}`),
  ...(old.size_pt === made.size_pt ? [] : [`size ${old.size_pt ?? 'default'} → ${made.size_pt ?? 'default'}`]),
  ...(old.font_name === made.font_name ? [] : [`font ${old.font_name ?? 'default'} → ${made.font_name ?? 'default'}`]),
  ...(old.color === made.color ? [] : [`colour ${old.color ?? 'default'} → ${made.color ?? 'default'}`]),
];
