import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { longPptx } from '../../packages/files/fixtures/pptx/small.ts';
import { pptxHandler } from '../../packages/files/src/pptx/handler.ts';
import type { Source } from '../../packages/files/src/tools/kind-handler.ts';
import { type Bench, median } from '../bench.ts';

const slides = 200;
const rounds = 7;

const presentations: Bench = {
  ids: ['pptx-map'],
  run: async ({ folder }) => {
    const bytes = longPptx(slides);
    const file = join(folder, 'deck.pptx');
    writeFileSync(file, bytes);
    const source: Source = { path: 'deck.pptx', file, version: 'bench', size_bytes: bytes.length, format: 'pptx' };
    const samples: number[] = [];
    for (let round = 0; round < rounds + 1; round++) {
      const began = performance.now();
      const made = await pptxHandler.map(source, { part: null, detail: 'full' }, { temp: folder, cache: folder });
      const took = performance.now() - began;
      if (!made.ok || made.value.slide_count !== slides) throw new Error('the map is not as expected');
      if (round > 0) samples.push(took);
    }
    return [{ id: 'pptx-map', value: median(samples), unit: 'ms' }];
  },
};

export const benches: readonly Bench[] = [presentations];
