import { expect, test } from 'vitest';
import { errorToEnvelope, FileRefusal, refusal, refuse, settle } from './errors.ts';

test('a refusal becomes the one envelope, its facts under details', () => {
  const refused = refuse('VALIDATION_FAILED', 'bad_op', 'Row 9 does not exist.', {
    hint: 'Use rows 1 to 8.',
    op_index: 3,
    candidates: [1, 8],
  });
  expect(refused.ok).toBe(false);
  if (refused.ok) return;
  expect(errorToEnvelope(refused.error)).toEqual({
    code: 'VALIDATION_FAILED',
    message: 'Row 9 does not exist.',
    suggestion: 'Use rows 1 to 8.',
    retry: { kind: 'not_retryable' },
    details: { reason: 'bad_op', op_index: 3, candidates: [1, 8] },
  });
});

test('only refusals settle into data; a bug goes on flying', async () => {
  const settled = await settle(() => {
    throw refusal('FILE_READ_FAILED', 'xml_depth', 'The XML is nested too deeply.');
  });
  expect(settled).toMatchObject({ ok: false, error: { code: 'FILE_READ_FAILED', reason: 'xml_depth' } });
  await expect(
    settle(() => {
      throw new TypeError('bug');
    }),
  ).rejects.toThrow(TypeError);
  expect(refusal('DISK_FULL', 'io', 'x')).toBeInstanceOf(FileRefusal);
});
