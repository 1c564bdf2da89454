import { expect, onTestFinished, test } from 'vitest';
import { createPresence } from './presence.ts';

const createRecords = () => {
  const values = new Map<string, string>();
  return {
    values,
    read: async (name: string) => values.get(name),
    putIfAbsent: async (name: string, value: string) => {
      if (!values.has(name)) values.set(name, value);
      return values.get(name) ?? value;
    },
    replace: async (name: string, before: string, after: string) => {
      if (values.get(name) !== before) return false;
      values.set(name, after);
      return true;
    },
  };
};

/** Two servers that meet in the same records, on a clock of the test. */
const two = () => {
  let at = 0;
  const records = createRecords();
  const start = (boot: string) => {
    const onFault = (cause: unknown) => {
      throw cause;
    };
    const presence = createPresence({ boot, records, now: () => at, onFault, tickMs: 5 });
    onTestFinished(() => presence.stop());
    return presence;
  };
  return { records, one: start('one'), other: start('other'), pass: (ms: number) => (at += ms) };
};

const dana = { person: 'usr_dana', stream: 'project/p1', place: 'elements' };
const eli = { person: 'usr_eli', stream: 'project/p1', place: 'quote' };
const row = ({ person, place }: typeof dana) => ({ person, place });

test('both servers know who is where, a move is a move, and whoever leaves is gone from both', async () => {
  const { one, other, records } = two();
  const [tab, second] = [{}, {}];
  one.say(tab, dana);
  other.say(second, eli);
  for (const server of [one, other]) await expect.poll(() => server.at('project/p1')).toEqual([row(dana), row(eli)]);
  one.say(tab, { ...dana, place: 'tasks' });
  await expect.poll(() => other.at('project/p1')).toEqual([{ person: 'usr_dana', place: 'tasks' }, row(eli)]);
  one.say(tab, undefined);
  await expect.poll(() => other.at('project/p1')).toEqual([row(eli)]);
  other.say(second, undefined);
  await expect.poll(() => records.values.get('server.presence')).toBe('{}');
});

test('a server that says nothing more is believed for less than 30 seconds', async () => {
  const { one, other, records, pass } = two();
  other.say({}, eli);
  one.say({}, dana);
  await expect.poll(() => other.at('project/p1')).toHaveLength(2);
  // It crashed: what it said last stays as it is.
  await one.stop();
  const beats = JSON.parse(records.values.get('server.presence') ?? '{}');
  const left = { ...beats, crashed: { beat: 1, here: [dana] } };
  records.values.set('server.presence', JSON.stringify(left));
  await expect.poll(() => other.at('project/p1')).toEqual([row(dana), row(eli)]);
  pass(19_000);
  expect(other.at('project/p1')).toHaveLength(2);
  pass(10_000);
  await expect.poll(() => other.at('project/p1')).toEqual([row(eli)]);
});

test('what a server left behind that crashed long ago is nobody; a server whose clock is wrong is there with its next beat', async () => {
  const { one, records } = two();
  const hourAgo = Date.now() - 3_600_000;
  const write = (beat: number) =>
    records.values.set('server.presence', JSON.stringify({ far: { beat, at: hourAgo, here: [eli] } }));
  write(7);
  const seen: unknown[] = [];
  one.listen((stream) => seen.push(one.at(stream)));
  one.say({}, dana);
  await expect.poll(() => records.values.get('server.presence')).toContain('usr_dana');
  expect(seen).toEqual([[row(dana)]]);
  write(8);
  await expect.poll(() => one.at('project/p1')).toEqual([row(dana), row(eli)]);
});

test('without a database there is one server, and it needs no records', () => {
  const moved: string[] = [];
  const presence = createPresence({ boot: 'one', onFault: () => undefined });
  presence.listen((stream) => moved.push(stream));
  const tab = {};
  presence.say(tab, dana);
  presence.say({}, dana);
  expect([presence.at('project/p1'), moved]).toEqual([[row(dana)], ['project/p1']]);
  presence.say(tab, undefined);
  expect(presence.at('project/p1')).toEqual([row(dana)]);
});
