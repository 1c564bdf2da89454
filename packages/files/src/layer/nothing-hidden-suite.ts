import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { richDocx } from '../../fixtures/docx/rich.ts';
import { makeZip } from '../../fixtures/lib/zip.ts';
import { richPptx } from '../../fixtures/pptx/rich.ts';
import { seeded } from '../../fixtures/xlsx/plain-books.ts';
import { rich } from '../../fixtures/xlsx/rich.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { openPackage } from '../package/index.ts';
import { createFiles } from './create-files.ts';
import { createFileWorkers } from './file-workers.ts';

/** The order of calculation says nothing to a person; ids, links and names of formats hold a file together. */
const silent = /calcChain\.xml$|\.rels$|^\[Content_Types\]/;
const SPOT = />([^<>]*[A-Za-z0-9][^<>]*)<|\s([\w:]+)="([^"]*[A-Za-z0-9])"/g;
const HOLDS = /^(?:xmlns.*|r:\w+|r|s|t|xml:\w+|standalone|encoding|version|mc:.*|.*[iI]d|.*Id\w*|uri|ref|si)$/;

const nextLetter = (letter: string): string =>
  /\d/.test(letter) ? String((Number(letter) + 1) % 10) : letter === 'q' ? 'w' : 'q';

/** One text or attribute of a part changed by a letter; undefined when it has none. */
const changedBy = (text: string, random: (below: number) => number): string | undefined => {
  const spots = [...text.matchAll(SPOT)].filter((it) => it[1] !== undefined || !HOLDS.test(it[2] ?? ''));
  const spot = spots[random(Math.max(1, spots.length))];
  const old = spot?.[1] ?? spot?.[3];
  if (!spot || old === undefined) return undefined;
  const at = spot.index + spot[0].lastIndexOf(old);
  const made = old.replace(/[A-Za-z0-9](?=[^A-Za-z0-9]*$)/, nextLetter);
  return text.slice(0, at) + made + text.slice(at + old.length);
};

/** Every part of a file of each kind changed by one letter: whatever it is, the review says so. */
export const nothingHiddenSuite = (rounds: number, seed: number): void => {
  test.each([
    ['xlsx', rich],
    ['docx', richDocx],
    ['pptx', richPptx],
  ])(
    `no letter of any part of a %s changes unseen (${rounds} each)`,
    async (kind, make) => {
      const folder = await mkdtemp(join(tmpdir(), 'atelier-nothing-hidden-'));
      const workers = createFileWorkers(folder);
      const random = seeded(seed);
      const pkg = openPackage(make());
      const parts = pkg.zip.entries.map(({ name }) => ({ name, data: pkg.bytes(name) }));
      const reference = makeZip(parts);
      const unseen: string[] = [];
      let shown = 0;
      for (const { name, data } of parts.filter((it) => /\.xml$/.test(it.name) && !silent.test(it.name)))
        for (let round = 0; round < rounds; round++) {
          const text = changedBy(data.toString('utf8'), random);
          if (text === undefined) break;
          const host = createMemoryHost();
          host.put(`a.${kind}`, reference);
          host.beginDraft();
          host.put(`a.${kind}`, makeZip(parts.map((it) => (it.name === name ? { name, data: text } : it))));
          const review = await createFiles(host, workers).review.open(`a.${kind}`);
          // A file that cannot be read any more is shown as replaced. Styles that no cell uses and values of formulas
          // are named beside the changes.
          const beside = /styles\.xml$|worksheets\//.test(name) && review.ok ? review.value.also.length : 0;
          const isSeen = review.ok && review.value.total + beside > 0;
          if (isSeen) shown++;
          else unseen.push(`${name} ${round}`);
        }
      await workers.close();
      await rm(folder, { recursive: true, force: true });
      expect(unseen).toEqual([]);
      expect(shown).toBeGreaterThan(5 * rounds);
    },
    600_000,
  );
};
