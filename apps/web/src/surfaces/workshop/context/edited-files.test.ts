import { expect, test } from 'vitest';
import { filesInDraft, filesToDraft } from './edited-files.ts';

const saved = [
  { path: 'SKILL.md', text: 'Formal.' },
  { path: 'references/summary.md', text: 'Short.' },
];
const changed = [{ path: 'SKILL.md', text: 'Formal. No jokes.' }, ...saved.slice(1)];

test('[WS-104] what was changed in an item is there again, on the files it was changed from', () => {
  expect(filesInDraft(filesToDraft(changed, saved), saved)).toEqual(changed);
  // Somebody saved another wording meanwhile: ours must not be put over it unseen.
  expect(filesInDraft(filesToDraft(changed, saved), changed.slice(1))).toEqual(changed.slice(1));
  expect(filesToDraft(saved, saved)).toBe('');
});

test.each(['', '{', '[]', '{"of":"x"}'])('a stored %j is no change', (text) => {
  expect(filesInDraft(text, saved)).toEqual(saved);
});
