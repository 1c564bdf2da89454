import { expect, test } from 'vitest';
import { blockedAnswer, createTestWorld, linear, okAnswer } from '../../testing/world.ts';

const criteria = { validationCriteria: { kind: 'contains', value: 'zebra', message: 'Say zebra.' } };
const report = {
  kind: 'wr.verification_report',
  verdict: 'pass',
  checks: [{ name: 'a', result: 'pass', evidence: 'b' }],
};

test('a step with a contract is judged by it alone; its criteria on notes are not run [lock:contract-priority]', async () => {
  const world = createTestWorld({
    'project.both': linear('project.both', [
      { id: 'a', title: 'A', prompt: 'p', output: { contractRef: 'wr.contracts.verification_report', ...criteria } },
      { id: 'b', title: 'B', prompt: 'p', output: criteria },
    ]),
  });
  const start = await world.start('project.both');
  const blocked = blockedAnswer(await world.advance(start, { output: { notesMarkdown: 'A zebra.' } }));
  expect(blocked.blockers.map(({ code }) => code)).toEqual(['MISSING_REQUIRED_OUTPUT']);
  const second = okAnswer(
    await world.advance(blocked, { output: { notesMarkdown: 'No such animal.', artifacts: [report] } }),
  );
  expect(second.pending?.stepId).toBe('b');
  // The same criteria do count where there is no contract.
  expect(
    blockedAnswer(await world.advance(second, { output: { notesMarkdown: 'No such animal.' } })).validation?.issues,
  ).toEqual(['Say zebra. (missing: “zebra”)']);
});
