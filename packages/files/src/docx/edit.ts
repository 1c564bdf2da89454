import { readFile } from 'node:fs/promises';
import type { JsonObject } from '@atelier/kernel/core';
import { settleMainType } from '../office/base-file.ts';
import { isEffectFree } from '../office/effect-free.ts';
import { signatureWarnings } from '../office/signatures.ts';
import { createPackageEdit, openPackage, savePackage } from '../package/index.ts';
import { counted } from '../tools/counted.ts';
import type { EditAnswer, EditRequest } from '../tools/kind-handler.ts';
import { blankDocx } from './blank.ts';
import { type Block, blockText } from './blocks.ts';
import { applyOperations, type DocxArguments } from './operations.ts';
import { sectionsOf } from './sections.ts';

const documentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** Applies a batch to a document and stages the result; nothing is staged when nothing changed. */
export const editDocx = async (request: EditRequest): Promise<EditAnswer> => {
  const { source, copy_from, args, resources, output } = request;
  const base = source ?? copy_from;
  const isNew = source === null;
  const pkg = openPackage(base ? await readFile(base.file) : await blankDocx());
  const edit = createPackageEdit(pkg);
  if (!source && copy_from) settleMainType(edit, documentType);
  const batch = args as unknown as DocxArguments;
  const { session, outcome, before } = applyOperations(edit, batch, resources);
  const [only] = batch.operations;
  // One rewording cannot move a block: what it touched says all, and the long document need not be read again.
  const { changes, hint, sentence } =
    batch.operations.length === 1 && only?.op === 'replace_text' && !touchesHeading(before, outcome.reworded)
      ? rewordingEffects(before, outcome.reworded, outcome.replacements)
      : effects(before, session.blocks(), outcome.replacements, batch);
  const extra: JsonObject = {
    ...(outcome.replacements > 0 ? { replacements: outcome.replacements } : {}),
    ...(outcome.removed.length > 0 ? { removed: outcome.removed } : {}),
    ...(batch.operations.some(({ op }) => op === 'fill_placeholders') ? { unresolved: outcome.unresolved } : {}),
  };
  const facts = {
    ops_applied: batch.operations.length,
    changes,
    focus_hint: hint,
    auto_summary: sentence,
    warnings: [...session.warnings(), ...signatureWarnings(pkg)],
    extra,
  };
  if (!isNew && isEffectFree(edit)) return { action: 'unchanged', ...facts };
  const { certificate } = await savePackage(edit, output, { isNew: base === null });
  return { action: isNew ? 'created' : 'modified', ...facts, certificate: certificate as unknown as JsonObject };
};

/** The last block that begins at or before a place; blocks stand in order. */
const blockAt = (blocks: readonly Block[], place: number): number => {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.element.start ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** A reworded heading renames its section, which only a new reading tells. */
const touchesHeading = (blocks: readonly Block[], places: readonly number[]): boolean =>
  places.some((place) => {
    const block = blocks[blockAt(blocks, place)];
    return block?.kind === 'paragraph' && block.headingLevel !== undefined;
  });

const rewordingEffects = (blocks: readonly Block[], places: readonly number[], replacements: number) => {
  const touched = [...new Set(places.map((place) => blockAt(blocks, place)))].filter((index) => index >= 0);
  const [first] = touched;
  const section =
    first === undefined ? undefined : sectionsOf(blocks).find((each) => first >= each.first && first <= each.last);
  const where = section ? ` in section ${section.heading.slice(0, 60)}` : '';
  return {
    changes: {
      blocks_before: blocks.length,
      blocks_after: blocks.length,
      blocks_changed: first === undefined ? 0 : (touched.at(-1) ?? first) - first + 1,
      replacements,
    },
    hint: section ? { section_index: section.index, block: `b${first}` } : null,
    sentence:
      replacements === 0 ? 'The document keeps its text.' : `${counted(replacements, 'replacement')} made${where}.`,
  };
};

/** From what really differs, not from what was asked for. */
const effects = (
  before: readonly Block[],
  after: readonly Block[],
  replacements: number,
  { operations }: DocxArguments,
) => {
  const old = before.map(signature);
  const made = after.map(signature);
  let head = 0;
  while (head < old.length && head < made.length && old[head] === made[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < made.length - head && old.at(-1 - tail) === made.at(-1 - tail)) tail += 1;
  const [left, right] = [old.length - head - tail, made.length - head - tail];
  const differ = left > 0 || right > 0;
  const first = Math.min(head, Math.max(0, after.length - 1));
  const section = sectionsOf(after).find((each) => first >= each.first && first <= each.last);
  const hint: JsonObject | null = differ && section ? { section_index: section.index, block: `b${first}` } : null;
  // What was only reworded is told as that.
  const isRewording = replacements > 0 && operations.every(({ op }) => op === 'replace_text');
  const grown = Math.max(0, made.length - old.length);
  const changed = isRewording ? 0 : unlike(old.slice(head, head + left), made.slice(head, head + right)) - grown;
  const parts = [
    made.length > old.length ? `${counted(made.length - old.length, 'block')} added` : '',
    made.length < old.length ? `${counted(old.length - made.length, 'block')} removed` : '',
    replacements > 0 ? `${counted(replacements, 'replacement')} made` : '',
    changed > 0 ? `${counted(changed, 'block')} changed` : '',
  ].filter((each) => each !== '');
  const where = hint && section ? ` in section ${section.heading.slice(0, 60)}` : '';
  return {
    changes: {
      blocks_before: old.length,
      blocks_after: made.length,
      blocks_changed: Math.max(left, right),
      replacements,
    },
    hint,
    sentence:
      parts.length === 0
        ? differ
          ? 'The document changed.'
          : 'The document keeps its text.'
        : `${parts.join('; ')}${where}.`,
  };
};

/** How many of these were not there before. */
const unlike = (old: readonly string[], made: readonly string[]): number => {
  const copies = new Map<string, number>();
  for (const each of old) copies.set(each, (copies.get(each) ?? 0) + 1);
  return made.filter((each) => {
    const left = copies.get(each) ?? 0;
    copies.set(each, left - 1);
    return left <= 0;
  }).length;
};

const signature = (block: Block): string =>
  `${block.kind}\0${block.kind === 'paragraph' ? (block.style?.id ?? '') : ''}\0${blockText(block)}`;
