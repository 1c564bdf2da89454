import { expect, test } from 'vitest';
import { itemFromText } from './item-from-text.ts';

test('a situation is its text; a skill is described by its first line', () => {
  expect(itemFromText('situation', ' Quarter ends Friday. ')).toEqual([
    { path: 'context.md', text: 'Quarter ends Friday.\n' },
  ]);
  const [skill] = itemFromText('company-context', `# We sell bolts\n\n${'Long. '.repeat(100)}`);
  expect(skill?.path).toBe('SKILL.md');
  expect(skill?.text).toMatch(/^---\nname: company-context\ndescription: We sell bolts\n---\n\n# We sell bolts\n/);
});
