import { z } from 'zod';
import { keptName, nameKey } from '../file-names.ts';

const mostWrites = 10;
const mostBytes = 1024 * 1024;

const Change = z.strictObject({
  path: z.string().describe('A flat name with an extension.'),
  content: z.string().describe('The whole new text of the file.'),
  summary: z.string().describe('One sentence about what changes and why.'),
});

export type ProposalRules = {
  /** Files that are there, and whether their whole text can be written. */
  readonly present: readonly { readonly path: string; readonly isText: boolean }[];
  readonly isTextName: (path: string) => boolean;
};

/**
 * What a model without tools may ask for: text files, whole. There is no way to say that a file is to go. Everything a
 * change is held to is checked before anything is written, and one flaw refuses all of it.
 */
export const proposalShape = (rules: ProposalRules) =>
  z
    .strictObject({
      no_changes: z.boolean(),
      changes: z.array(Change).max(mostWrites),
      warnings: z.array(z.string()).describe('What a reviewer should look at first.'),
    })
    .superRefine(({ no_changes: isNothing, changes }, context) => {
      const say = (message: string, ...path: (string | number)[]): void =>
        context.addIssue({ code: 'custom', path, message });
      if (isNothing !== (changes.length === 0)) say('no_changes is true exactly when changes is empty.', 'no_changes');
      const seen = new Set<string>();
      changes.forEach(({ path, content }, at) => {
        const flaw = pathFlaw(path, rules) ?? (seen.has(nameKey(path)) ? 'This file is named twice.' : undefined);
        if (flaw) say(flaw, 'changes', at, 'path');
        if (new TextEncoder().encode(content).length > mostBytes)
          say('A text may have 1 MiB.', 'changes', at, 'content');
        seen.add(nameKey(path));
      });
    });
export type Proposal = z.infer<ReturnType<typeof proposalShape>>;

const pathFlaw = (path: string, { present, isTextName }: ProposalRules): string | undefined => {
  const kept = keptName(path);
  if (!kept.ok || kept.value !== path) return 'Use a plain file name without folders.';
  const there = present.find((file) => file.path === path);
  if (there && !there.isText) return 'Only text files can be rewritten this way.';
  if (!there && !isTextName(path)) return 'Only text files can be made this way.';
  const twin = present.find((file) => file.path !== path && nameKey(file.path) === nameKey(path));
  return twin ? `This differs from ${twin.path} only in upper and lower case.` : undefined;
};
