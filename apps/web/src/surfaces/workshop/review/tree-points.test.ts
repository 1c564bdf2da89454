import { expect, test } from 'vitest';
import { pointOf } from './tree-points.ts';

test('a point of the history is read from an address, and anything else is what is published', () => {
  expect(pointOf('checkpoint:chk_1')).toEqual({ at: 'checkpoint', checkpointId: 'chk_1' });
  expect(pointOf('message:msg_1')).toEqual({ at: 'message', messageId: 'msg_1' });
  expect(pointOf('draft')).toEqual({ at: 'draft' });
  expect(pointOf('message:')).toEqual({ at: 'published' });
  expect(pointOf(undefined)).toEqual({ at: 'published' });
});
