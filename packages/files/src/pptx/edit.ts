import { readFile } from 'node:fs/promises';
import type { JsonObject } from '@atelier/kernel/core';
import { settleMainType } from '../office/base-file.ts';
import { isEffectFree } from '../office/effect-free.ts';
import { signatureWarnings } from '../office/signatures.ts';
import { createPackageEdit, openPackage, savePackage } from '../package/index.ts';
import { counted } from '../tools/counted.ts';
import type { EditAnswer, EditRequest } from '../tools/kind-handler.ts';
import { blankPptx } from './blank.ts';
import { applyOperations, type PptxArguments } from './operations.ts';
import { pptxOf } from './pptx-file.ts';

const presentationType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml';

/** Applies a batch to a presentation and stages the result; nothing is staged when nothing changed. */
export const editPptx = async ({ source, copy_from, args, resources, output }: EditRequest): Promise<EditAnswer> => {
  const base = source ?? copy_from;
  const pkg = openPackage(base ? await readFile(base.file) : await blankPptx());
  const earlier = new Set(pptxOf(pkg).slides.map(({ part }) => part));
  const before = earlier.size;
  const edit = createPackageEdit(pkg);
  if (!source && copy_from) settleMainType(edit, presentationType);
  const { operations } = args as unknown as PptxArguments;
  const { session, outcome } = applyOperations(edit, operations, resources);
  const slides = session.file().slides;
  const shown =
    slides.find(({ part }) => part === outcome.focus)?.index ??
    (outcome.deletedAt === undefined ? undefined : Math.min(outcome.deletedAt, slides.length - 1));
  const touched = slides.filter(({ part }) => session.touched.has(part));
  const isRewording = operations.every(({ op }) => op === 'replace_text');
  const changed = isRewording ? 0 : touched.filter(({ part }) => earlier.has(part)).length;
  const facts = {
    ops_applied: operations.length,
    changes: {
      slides_before: before,
      slides_after: slides.length,
      slides_changed: touched.length,
      replacements: outcome.replacements,
    },
    focus_hint: shown === undefined ? null : { slide_index: shown },
    auto_summary: sentence(before, slides.length, changed, outcome.replacements),
    warnings: [...session.warnings(), ...signatureWarnings(pkg)],
    extra: (outcome.replacements > 0 ? { replacements: outcome.replacements } : {}) as JsonObject,
  };
  if (source !== null && isEffectFree(edit)) return { action: 'unchanged', ...facts };
  const { certificate } = await savePackage(edit, output, { isNew: base === null });
  return {
    action: source === null ? 'created' : 'modified',
    ...facts,
    certificate: certificate as unknown as JsonObject,
  };
};

const sentence = (before: number, after: number, changed: number, replacements: number): string => {
  const parts = [
    after > before ? `${counted(after - before, 'slide')} added` : '',
    after < before ? `${counted(before - after, 'slide')} deleted` : '',
    replacements > 0 ? `${counted(replacements, 'replacement')} made` : '',
    changed > 0 ? `${counted(changed, 'slide')} changed` : '',
  ].filter((each) => each !== '');
  return parts.length === 0 ? 'The presentation changed.' : `${parts.join('; ')}.`;
};
