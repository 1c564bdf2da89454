import { test } from 'vitest';
import { worldNames } from '../../fixtures/offline-worlds.ts';
import { judgeBlind, judgeOffice, judgeSet } from '../testing/measured-requests.ts';

const patience = { timeout: 600_000 };

test('[MD-53] the second sixty requests of somebody who never saw the rules', patience, () => judgeSet('second'));

test.each(worldNames)('forty requests about the folder of another office, %s', patience, (world) => judgeOffice(world));

test.each([
  ['vet', 8],
  ['choir', 9],
  ['driving', 17],
  ['lending', 14],
  ['physio', 15],
  ['brewery', 15],
  ['trips', 16],
] as const)('forty requests of somebody who saw nothing of the model, %s', patience, (set, leastDone) =>
  judgeBlind(set, leastDone),
);
