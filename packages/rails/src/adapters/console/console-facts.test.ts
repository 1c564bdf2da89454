import { createMemoryLog } from '@atelier/kernel/adapters';
import type { EventLog } from '@atelier/kernel/ports';
import { expect, test } from 'vitest';
import type { SessionId } from '../../core/ids.ts';
import { createConsoleFacts } from './console-facts.ts';

const sessionId = `sess_${'a'.repeat(26)}` as SessionId;

const watched = () => {
  const log = createMemoryLog();
  let looks = 0;
  let away: Error | undefined;
  const read: EventLog['read'] = async (...asked) => {
    looks += 1;
    if (away) throw away;
    return log.read(...asked);
  };
  const say = (messageId: string) =>
    createConsoleFacts(log).words.say(sessionId, {
      messageId,
      kind: 'commented',
      runId: 'run_1',
      nodeId: 'node_1',
      text: messageId,
      by: 'local',
    } as never);
  return {
    facts: createConsoleFacts({ append: log.append, read }),
    looks: () => looks,
    say,
    goAway: (cause: Error | undefined) => {
      away = cause;
    },
  };
};

test('a call that asks two things at once looks once; whoever asks later looks again and sees what came between', async () => {
  const { facts, looks, say } = watched();
  await Promise.all([facts.intents.pending(sessionId), facts.words.said(sessionId)]);
  expect(looks()).toBe(1);
  const first = facts.words.said(sessionId);
  await Promise.resolve();
  await say('m1');
  const [second, third] = [facts.words.said(sessionId), facts.intents.pending(sessionId)];
  await first;
  expect((await second).map(({ text }) => text)).toEqual(['m1']);
  await third;
  expect(looks()).toBe(3);
});

test('a look that fails is told to those who shared it; the next one is made', async () => {
  const { facts, say, goAway } = watched();
  await say('m1');
  goAway(new Error('away'));
  const shared = [facts.words.said(sessionId), facts.intents.pending(sessionId)];
  await Promise.resolve();
  const after = facts.words.said(sessionId);
  expect((await Promise.allSettled(shared)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(after).rejects.toThrow('away');
  goAway(undefined);
  expect(await facts.words.said(sessionId)).toHaveLength(1);
});
