import { expect, test } from 'vitest';
import { readingMs } from './reading-time.ts';

test('a few words stay a moment, trouble stays longer, and a long text as long as it takes to read', () => {
  const few = readingMs({ title: 'Saved', tone: 'published' });
  const trouble = readingMs({ title: 'Not saved', tone: 'danger' });
  const long = readingMs({ title: 'Queued', detail: 'x'.repeat(200), tone: 'neutral' });
  expect(few).toBeGreaterThanOrEqual(5000);
  expect(trouble).toBeGreaterThan(few);
  expect(long).toBeGreaterThan(trouble);
});
