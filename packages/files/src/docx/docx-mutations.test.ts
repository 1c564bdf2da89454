import { expect, test } from 'vitest';
import { richDocx } from '../../fixtures/docx/rich.ts';
import { meetDamaged } from '../../fixtures/lib/damaged-office.ts';
import { docxHandler } from './handler.ts';

const operations = [
  { op: 'replace_text', search: 'budget', replace: 'plan', allow_no_match: true },
  { op: 'update_paragraph', block: 'b1', text: 'New' },
  { op: 'insert_table', after: 'b0', rows: [['a']] },
  { op: 'set_header_footer', slot: 'header', type: 'first', paragraphs: [{ text: 'Top' }] },
  { op: 'append_paragraph', text: 'Last', style: 'Heading 4' },
  { op: 'delete_blocks', from: 'b2', to: 'b2' },
];

test('200 damaged documents are mapped, read, compared and edited, or refused by name; nothing else is thrown', async () => {
  const { opened, refused } = await meetDamaged(docxHandler, richDocx(), operations, 200);
  // Both ends are met: a generator whose files all open, or none, would prove nothing.
  expect(opened).toBeGreaterThan(120);
  expect(refused).toBeGreaterThan(120);
}, 180_000);
