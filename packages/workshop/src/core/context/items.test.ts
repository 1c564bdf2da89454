import { expect, test } from 'vitest';
import { readContext } from './items.ts';

const skill = (name: string, body = 'Be brief.') => `---\nname: ${name}\ndescription: How we write\n---\n\n${body}\n`;

test('context stands in a fixed order, with what a skill refers to inside it', () => {
  const { items, notices } = readContext([
    { path: 'document-style/SKILL.md', text: skill('document-style') },
    { path: 'company-context/SKILL.md', text: skill('company-context') },
    { path: 'company-context/references/summary.md', text: 'We sell boats.' },
    { path: 'situation/context.md', text: '- The quarter ends.' },
  ]);
  expect(items.map(({ category }) => category)).toEqual(['situation', 'company-context', 'document-style']);
  expect(items[1]?.text).toBe('Be brief.\n\n## references/summary.md\n\nWe sell boats.');
  expect(notices).toEqual([]);
});

test('an item that is broken is left out and named', () => {
  const { items, notices } = readContext([
    { path: 'company-context/SKILL.md', text: 'no front matter' },
    { path: 'situation/notes.md', text: 'elsewhere' },
  ]);
  expect(items).toEqual([]);
  expect(notices.map(({ about }) => about)).toEqual(['situation', 'company-context']);
});
