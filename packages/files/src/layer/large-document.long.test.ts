import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentXml, docx, paragraph, run } from '../../fixtures/docx/parts.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { openFiles } from '../testing/open-files.ts';

test('a document of 12 MB of XML is edited, reviewed and accepted, each time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-large-'));
  const host = createMemoryHost();
  const files = openFiles(host, { folder });
  // 370,000 elements, as in a long contract.
  const filler = 'and so it goes on '.repeat(6);
  const line = (at: number) =>
    paragraph(
      Array.from({ length: 6 }, (_, piece) => run(`${at} ${piece} ${filler}`, '<w:b/><w:i/><w:sz w:val="20"/>')).join(
        '',
      ),
    );
  const body = Array.from({ length: 10_000 }, (_, at) => line(at)).join('');
  expect(body.length).toBeGreaterThan(12_000_000);
  const before = docx(documentXml(body));
  host.put('large.docx', before);
  host.beginDraft();
  for (let round = 0; round < 4; round++) {
    const operations = [{ op: 'append_paragraph', text: `A closing line ${round}.` }];
    expect(await files.call('docx_operations', { path: 'large.docx', operations })).toMatchObject({ ok: true });
    const after = host.bytes('large.docx');
    expect(await files.review.open('large.docx')).toMatchObject({ ok: true, value: { total: round + 1 } });
    expect(await files.review.acceptExcept('large.docx', [])).toMatchObject({ ok: true });
    expect(host.bytes('large.docx')?.equals(after ?? Buffer.alloc(0))).toBe(true);
  }
  expect(await files.review.accept('large.docx', [])).toMatchObject({ ok: true });
  expect(host.bytes('large.docx')?.equals(before)).toBe(true);
  await files.close();
  await rm(folder, { recursive: true, force: true });
}, 600_000);
