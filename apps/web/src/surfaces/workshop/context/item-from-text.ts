import type { ContextCategory, ValueOf } from '@atelier/contracts';

export type ContextItem = ValueOf<'ContextList'>['items'][number];
type ContextFile = ContextItem['files'][number];

export const categories: readonly ContextCategory[] = [
  'company-context',
  'department-context',
  'situation',
  'document-style',
];

const mostDescribed = 200;

/** The files of an item that a person wrote themselves. A skill is described by the first line of its text. */
export const itemFromText = (category: ContextCategory, text: string): readonly ContextFile[] => {
  const body = text.trim();
  if (category === 'situation') return [{ path: 'context.md', text: `${body}\n` }];
  const first = (body.split('\n')[0] ?? '').replace(/^#+\s*/, '').trim();
  const description = first.slice(0, mostDescribed).trimEnd();
  return [{ path: 'SKILL.md', text: `---\nname: ${category}\ndescription: ${description}\n---\n\n${body}\n` }];
};
