import { createMemoryLog } from '@atelier/kernel/adapters';
import type { EventLog } from '@atelier/kernel/ports';
import { createSeededWorld } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { createTestWorld, linear } from '../testing/world.ts';

const files = { 'project.abc': linear('project.abc', ['a', 'b', 'c']) };

test('a start reads nothing of a session it is about to make, and joins one only after a look at it', async () => {
  const inner = createMemoryLog(createSeededWorld(7));
  const calls: string[] = [];
  const log: EventLog = {
    ...inner,
    append: (...args) => {
      calls.push('append');
      return inner.append(...args);
    },
    read: (...args) => {
      calls.push('read');
      return inner.read(...args);
    },
  };
  const world = createTestWorld(files, { log });
  const first = await world.start('project.abc');
  expect(calls[0]).toBe('append');
  calls.length = 0;
  const joined = await world.start('project.abc', { joinStateToken: first.stateToken });
  expect(calls.slice(0, 2)).toEqual(['read', 'append']);
  expect(joined.session.sessionId).toBe(first.session.sessionId);
});
