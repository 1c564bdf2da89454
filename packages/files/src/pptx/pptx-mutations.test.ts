import { expect, test } from 'vitest';
import { meetDamaged } from '../../fixtures/lib/damaged-office.ts';
import { richPptx } from '../../fixtures/pptx/rich.ts';
import { pptxHandler } from './handler.ts';

const operations = [
  { op: 'set_slide_text', index: 1, title: 'New' },
  { op: 'duplicate_slide', index: 1 },
  { op: 'delete_slide', index: 0 },
  { op: 'add_slide', title: 'Last', notes: 'Remember' },
  { op: 'replace_text', search: 'e', replace: 'E', allow_no_match: true },
];

test('200 damaged presentations are mapped, read, compared and edited, or refused by name; nothing else is thrown', async () => {
  const { opened, refused } = await meetDamaged(pptxHandler, richPptx(), operations, 200);
  // Both ends are met: a generator whose files all open, or none, would prove nothing.
  expect(opened).toBeGreaterThan(120);
  expect(refused).toBeGreaterThan(120);
}, 180_000);
