import { spawn } from 'node:child_process';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildForTests, connect, temporaryFolder } from './testing/clients.ts';

const built = temporaryFolder();
let bundle = '';
let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  [bundle, postgres] = await Promise.all([buildForTests(built.path), startPostgres()]);
}, 60_000);
afterAll(async () => {
  await postgres.stop();
  built.remove();
});

const newData = (): string => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  return folder.path;
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** What the command says before it ends by itself. */
const ended = (data: string, env: Record<string, string>) =>
  new Promise<{ readonly code: number | null; readonly err: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [bundle], {
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, ATELIER_DATA_DIR: data, ...env },
    });
    let err = '';
    child.stderr.on('data', (piece) => (err += piece));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, err }));
    onTestFinished(() => void child.kill('SIGKILL'));
  });

test('two processes of different folders share one database: a session goes on with its token', {
  timeout: 60_000,
}, async () => {
  const env = { ATELIER_DATABASE_URL: await postgres.newDatabase() };
  const [one, other] = [
    await connect('current', bundle, newData(), undefined, env),
    await connect('previous', bundle, newData(), undefined, env),
  ];
  const started = (await one.call('start_workflow', { workflowId: 'wr.discovery', goal: 'Shared' })).structuredContent;
  if (!started) throw new Error('it did not start');
  const { stateToken, session } = started;
  const back = await other.call('continue_workflow', { stateToken });
  expect(back.structuredContent).toMatchObject({ nextIntent: 'rehydrate_only', session });
  const output = { notesMarkdown: 'Taken by the other.' };
  const taken = await other.call('continue_workflow', { ...back.structuredContent?.nextCall?.params, output });
  expect(taken.structuredContent?.session.sessionId).toBe(session.sessionId);
  const found = await one.call('resume_session', { query: 'Shared' });
  expect(found.structuredContent?.candidates[0]).toMatchObject({ sessionId: session.sessionId });
  await Promise.all([one.close(), other.close()]);
});

test('a database that cannot be used is one line and an exit, without the password', async () => {
  const [data, secret] = [newData(), 'p4ss-planted'];
  const unreachable = await ended(data, { ATELIER_DATABASE_URL: `postgres://me:${secret}@127.0.0.1:1/db` });
  expect(unreachable).toEqual({
    code: 1,
    err: expect.stringMatching(/^atelier mcp: The database "db" at 127\.0\.0\.1:1 cannot be reached: .+\n$/),
  });
  expect(unreachable.err).not.toContain(secret);
  expect((await ended(data, { ATELIER_DATABASE_URL: 'nonsense' })).err).toMatch(
    /^atelier mcp: ATELIER_DATABASE_URL is not/,
  );
});

test('a folder whose data is in a database is not opened without it', async () => {
  const data = newData();
  const env = { ATELIER_DATABASE_URL: await postgres.newDatabase() };
  const once = await connect('current', bundle, data, undefined, env);
  await once.call('list_workflows');
  await once.close();
  // Found when the tools are listed, before any of them is called.
  const without = await connect('current', bundle, data);
  await without.listTools();
  await expect.poll(() => isAlive(without.pid), { timeout: 10_000 }).toBe(false);
  await without.close();
});
