import { expect, test } from 'vitest';
import { expectNineInTen, judgeOffice, judgeSet, measuredPage, measuredRow } from '../testing/measured-requests.ts';
import { openDesk } from '../testing/offline-desk.ts';
import { offlineGrammar } from './offline-model.ts';

// Each set has a folder and workers of its own, and a limit that a busy machine keeps.
const patience = { timeout: 300_000 };

test(
  '[MD-14] sixty plain requests: at least nine in ten are done right, the rest refused, and no edit is wrong',
  patience,
  async () => {
    const desk = await openDesk();
    try {
      const results = await desk.judgeEach();
      expectNineInTen(results);
      for (const result of results) expect(measuredPage).toContain(measuredRow(result));
      for (const { ways } of offlineGrammar())
        for (const { en, he } of ways)
          for (const line of [en, he]) expect(measuredPage).toContain(line.replaceAll('|', '\\|'));
    } finally {
      await desk.close();
    }
  },
);

test(
  '[MD-53] sixty requests of somebody who never saw the rules: nine in ten done right, the rest refused',
  patience,
  () => judgeSet('first'),
);

// The other sets and offices are asked in `npm run test:long`.
test(
  'forty requests about the folder of another office: none wrong, half and more done, a refusal offers a way on',
  patience,
  () => judgeOffice('lettings'),
);
