import { emptyInstall, foldInstall } from '@atelier/contracts';
import type { EventLog } from '@atelier/kernel';
import { createMemoryContent, createMemoryLog, createProjection } from '@atelier/kernel/adapters';
import { expect, onTestFinished, test } from 'vitest';
import { createPeople } from '../people/people.ts';
import { createSignIns } from './sign-ins.ts';

/** A log that another server writes to as well. Its database goes away once, just when a commit is to be read. */
const faltering = () => {
  const log = createMemoryLog();
  const failures = new Map<string, number>();
  const follow: EventLog['follow'] = async function* (stream, from, signal) {
    for await (const event of log.follow(stream, from, signal)) {
      const failed = failures.get(stream) ?? 0;
      failures.set(stream, failed + 1);
      if (failed === 0) throw new Error('the database is away');
      yield event;
    }
  };
  return { ...log, follow, failures };
};

const world = () => {
  const log = faltering();
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const faults: unknown[] = [];
  const common = { log, now: () => 1_000, stopping: stopping.signal, onFault: (cause: unknown) => faults.push(cause) };
  let endings = 0;
  const installs = createProjection({ log, initial: emptyInstall, evolve: foldInstall });
  const signIns = createSignIns({ ...common, installs, onEnded: () => (endings += 1) });
  const { blobs } = createMemoryContent();
  const people = createPeople({ ...common, blobs, signIns, isPublic: true, onChanged: () => undefined });
  const write = (stream: string, kind: string, data: object) =>
    log.append(stream, [{ kind, key: null, data: data as never }], { expected: 'any' });
  return { log, faults, signIns, people, write, endings: () => endings };
};

const device = { browser: 'chrome', system: 'linux' };

test('somebody who is shut out while the database falters is shut out here too, as soon as it is back', async () => {
  const { people, write, faults } = world();
  const session = { sessionId: 's1', userId: 'local', device, generation: 0 };
  await write('people', 'session.begun', session);
  const proof = { via: 'cookie', session: 's1' } as const;
  expect(await people.callerOf(proof)).toMatchObject({ person: 'local' });
  await write('people', 'session.ended', { sessionId: 's1', by: 'local' });
  await expect.poll(() => people.callerOf(proof), { timeout: 5_000 }).toBeUndefined();
  expect(faults).toHaveLength(1);
});

test('the end of all sign-ins is heard of by a server whose database faltered at that moment', async () => {
  const { signIns, write, endings } = world();
  await signIns.refresh();
  await write('install', 'sign_ins.ended', { by: 'local' });
  await expect.poll(endings, { timeout: 5_000 }).toBe(1);
});
