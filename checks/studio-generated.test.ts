import { expect, test } from 'vitest';
import { paths } from '../packages/studio/src/core/patch/paths.ts';
import { invariants } from '../packages/studio/src/core/reconcile/reconcile.ts';
import { stageMatrix } from '../packages/studio/src/core/stage/matrix.ts';
import { documents, invariantsDocument, pathsDocument, stagesDocument, staleDocuments } from './studio-generated.ts';

test('[ST-62] the three reference documents say what the tables say, and a changed table makes them stale', () => {
  expect(staleDocuments()).toEqual([]);
  const { tasks } = stageMatrix;
  const { task } = paths;
  const changed: typeof documents = [
    {
      path: 'docs/studio-stages.md',
      make: () => stagesDocument({ ...stageMatrix, tasks: { ...tasks, ideation: true } }),
    },
    {
      path: 'docs/studio-paths.md',
      make: () => pathsDocument({ ...paths, task: Object.fromEntries(Object.entries(task).slice(1)) }),
    },
    { path: 'docs/studio-invariants.md', make: () => invariantsDocument(invariants.slice(1)) },
  ];
  expect(staleDocuments(changed)).toEqual(documents.map(({ path }) => path));
});

test('all twenty-two invariants are written down, each once', () => {
  const ids = invariants.map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 22 }, (_, nth) => `I${String(nth + 1).padStart(2, '0')}`));
});
