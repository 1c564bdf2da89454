import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { richDocx } from '../../fixtures/docx/rich.ts';
import { invoiceDocx, plainDocx, translatedHeadingsDocx } from '../../fixtures/docx/small.ts';
import { richPptx } from '../../fixtures/pptx/rich.ts';
import { longPptx, slidesPptx } from '../../fixtures/pptx/small.ts';
import * as books from '../../fixtures/xlsx/plain-books.ts';
import { rich } from '../../fixtures/xlsx/rich.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { createFiles } from './create-files.ts';
import { createFileWorkers } from './file-workers.ts';

const filesByKind: Readonly<Record<string, readonly Buffer[]>> = {
  xlsx: [rich(), books.bank(), books.quarterly(), books.multiSheet(), books.sharedFormulas(), books.validations()],
  docx: [richDocx(), invoiceDocx(), plainDocx(), translatedHeadingsDocx()],
  pptx: [richPptx(), slidesPptx(), longPptx(3)],
};

test.each([7, 11, 23])(
  '[FL-79] 500 closed subsets of files that have nothing in common are all written (seed %i)',
  async (seed) => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-pairs-'));
    const workers = createFileWorkers(folder);
    const random = books.seeded(seed);
    for (let round = 0; round < 500; round++) {
      const [kind = '', list = []] = Object.entries(filesByKind)[round % 3] ?? [];
      const host = createMemoryHost();
      const files = createFiles(host, workers);
      const path = `a.${kind}`;
      host.put(path, list[random(list.length)] as Buffer);
      host.beginDraft();
      host.put(path, list[random(list.length)] as Buffer);
      const listed = await files.review.changes(path);
      const changes = listed.ok ? listed.value : [];
      const accepted = new Set(changes.filter(() => random(2) === 1).map(({ id }) => id));
      for (let size = -1; size !== accepted.size; ) {
        size = accepted.size;
        for (const { id, requires } of changes) if (accepted.has(id)) for (const it of requires) accepted.add(it);
      }
      if (changes.length > 0)
        expect(await files.review.accept(path, [...accepted]), `round ${round}`).toMatchObject({ ok: true });
    }
    await workers.close();
    await rm(folder, { recursive: true, force: true });
  },
  1_800_000,
);
