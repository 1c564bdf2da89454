import { z } from 'zod';
import type { ContextItem } from './item-from-text.ts';

type Files = ContextItem['files'];

const Kept = z.object({ of: z.string(), files: z.array(z.object({ path: z.string(), text: z.string() })) });

/** What a person was changing, with the files it was made from: on others it would undo what somebody else saved. */
export const filesToDraft = (files: Files, saved: Files): string =>
  JSON.stringify(files) === JSON.stringify(saved) ? '' : JSON.stringify({ of: JSON.stringify(saved), files });

export const filesInDraft = (text: string, saved: Files): Files => {
  try {
    const kept = Kept.parse(JSON.parse(text));
    return kept.of === JSON.stringify(saved) ? kept.files : saved;
  } catch {
    return saved;
  }
};
