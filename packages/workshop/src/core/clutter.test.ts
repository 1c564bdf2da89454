import { expect, test } from 'vitest';
import { clutterOf } from './clutter.ts';

const files = [
  { family: 'text', bytes: 4_000 },
  { family: 'text', bytes: 200_000 },
  { family: 'document', bytes: 6_000 },
  { family: 'sheet_or_slides', bytes: 8_000 },
  { family: 'image', bytes: 9_999_999 },
  { family: 'opaque', bytes: 9_999_999 },
] as const;

test('the score is the sum of the weights over what the model takes in', () => {
  const clutter = clutterOf({ files, conversationChars: 4_000, contextBytes: 4_000, contextTokens: 100_000 });
  // 6 × 500 + 1,000 + 25,000 + 5,000 + 7,000 + 4,000 + 500 + 1,000 + 1,000
  expect(clutter.score).toBeCloseTo(0.475, 6);
  expect(clutter).toMatchObject({ level: 'moderate', contextShare: 0.01, warnsOfContext: false });
  expect(clutter.parts).toEqual({ files: 0.455, conversation: 0.01, context: 0.01 });
});

test('the same Workbench is light for a large model and heavy for a small one', () => {
  const input = { files, conversationChars: 0, contextBytes: 0 };
  expect(clutterOf({ ...input, contextTokens: 1_000_000 }).level).toBe('light');
  expect(clutterOf({ ...input, contextTokens: 32_000 })).toMatchObject({ level: 'heavy', score: 1 });
});

test('context items that take more than a third are said apart', () => {
  expect(
    clutterOf({ files: [], conversationChars: 0, contextBytes: 140_000, contextTokens: 100_000 }).warnsOfContext,
  ).toBe(true);
});
