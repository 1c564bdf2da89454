import { createMemoryLog } from '@atelier/kernel/adapters';
import type { EventLog } from '@atelier/kernel/ports';
import { createSeededWorld } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { createTestWorld, linear } from '../testing/world.ts';

const files = { 'project.abc': linear('project.abc', ['a', 'b', 'c']) };

test('a start reads nothing of a session it is about to make, and joins one only after a look at it', async () => {
  const inner = createMemoryLog(createSeededWorld(7));
  const calls: string[] = [];
  // What a person set in the Console stands on a stream of its own and is looked at as well.
  const isSession = (stream: string): boolean => stream.startsWith('session/');
  const log: EventLog = {
    ...inner,
    append: (...args) => {
      if (isSession(args[0])) calls.push('append');
      return inner.append(...args);
    },
    read: (...args) => {
      if (isSession(args[0])) calls.push('read');
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
