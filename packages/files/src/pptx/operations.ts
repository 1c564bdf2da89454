import type { z } from 'zod';
import { atOp, type PackageEdit, refuseOp } from '../package/index.ts';
import type { pptxOperations } from '../tools/definitions/pptx.ts';
import type { Source } from '../tools/kind-handler.ts';
import { createEditSession, type EditSession } from './edit-session.ts';
import { insertImage } from './insert-image.ts';
import { setNotes } from './notes.ts';
import { replaceInPart } from './replace-text.ts';
import { addSlide, deleteSlide, duplicateSlide, moveSlide, setHidden } from './slide-operations.ts';
import { appendBullets, setShape, setSlideText, setTableCells } from './slide-text.ts';

export type PptxArguments = z.infer<(typeof pptxOperations)['params']>;
type PptxOperation = PptxArguments['operations'][number];

/** `focus` is the slide a reviewer should see first, by part; deleted ones leave the place they had. */
export type Outcome = { replacements: number; focus: string | undefined; deletedAt: number | undefined };

export const applyOperations = (
  pkg: PackageEdit,
  operations: readonly PptxOperation[],
  resources: Readonly<Record<string, Source>>,
): { readonly session: EditSession; readonly outcome: Outcome } => {
  const session = createEditSession(pkg);
  const outcome: Outcome = { replacements: 0, focus: undefined, deletedAt: undefined };
  for (const [index, operation] of operations.entries()) {
    try {
      const touched = apply(session, operation, outcome, resources);
      outcome.focus ??= touched;
    } catch (cause) {
      atOp(cause, index);
    }
  }
  return { session, outcome };
};

/** Returns the part of the slide it worked on. */
const apply = (
  session: EditSession,
  operation: PptxOperation,
  outcome: Outcome,
  resources: Readonly<Record<string, Source>>,
): string | undefined => {
  if (operation.op === 'add_slide') return addSlide(session, operation);
  if (operation.op === 'replace_text') return replaceText(session, operation, outcome);
  const find = () => session.slide(operation.index);
  const slide = find();
  switch (operation.op) {
    case 'set_slide_text':
      setSlideText(session, find, operation);
      break;
    case 'append_bullets':
      appendBullets(session, slide, operation.bullets, operation);
      break;
    case 'set_notes':
      setNotes(session, slide, operation.text);
      break;
    case 'set_shape_text':
      setShape(session, slide, session.shape(slide, operation.shape_id), operation.paragraphs);
      break;
    case 'set_table_cells':
      setTableCells(session, find, operation.shape_id, operation.cells);
      break;
    case 'insert_image':
      insertImage(session, slide, operation, resources);
      break;
    case 'delete_slide':
      outcome.deletedAt ??= slide.index;
      deleteSlide(session, slide);
      return undefined;
    case 'move_slide':
      moveSlide(session, slide, operation.to);
      break;
    case 'duplicate_slide':
      return duplicateSlide(session, slide, operation.to);
    case 'set_slide_hidden':
      setHidden(session, slide, operation.hidden);
      break;
  }
  return slide.part;
};

const replaceText = (
  session: EditSession,
  operation: Extract<PptxOperation, { op: 'replace_text' }>,
  outcome: Outcome,
): string | undefined => {
  const { pkg } = session;
  const slides = typeof operation.index === 'number' ? [session.slide(operation.index)] : session.file().slides;
  let first: string | undefined;
  let count = 0;
  for (const slide of slides) {
    const parts = slide.notes ? [slide.part, slide.notes] : [slide.part];
    const found = parts.reduce(
      (sum, part) => sum + replaceInPart(pkg, part, operation.search, operation.replace, operation.match_case === true),
      0,
    );
    if (found === 0) continue;
    first ??= slide.part;
    session.touched.add(slide.part);
    count += found;
  }
  if (count === 0 && operation.allow_no_match !== true) refuseOp('no_match', 'The text to replace is on no slide.');
  outcome.replacements += count;
  session.refresh();
  return first;
};
