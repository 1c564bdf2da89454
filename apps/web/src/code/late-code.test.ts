import { expect, test } from 'vitest';
import { type CodeServer, createLateCode } from './late-code.ts';

const fault = new TypeError('Failed to fetch dynamically imported module');

/** A server that can be taken away or replaced; asking for code while nobody answers spoils it for good. */
const createWorld = () => {
  const world = { up: true, build: 'same' as 'same' | 'other', has: true, asked: 0, spoilt: false };
  const server: CodeServer = {
    answers: async () => world.up,
    build: async () => (world.up ? world.build : 'unknown'),
  };
  const bring = async () => {
    world.asked += 1;
    if (!world.up) world.spoilt = true;
    if (world.spoilt || !world.has) throw fault;
    return 'the screen';
  };
  return { world, code: createLateCode(bring, server) };
};

test('code is fetched once, however many ask for it', async () => {
  const { world, code } = createWorld();
  expect(code.state.get()).toEqual({ kind: 'loading' });
  await Promise.all([code.load(), code.load()]);
  await code.load();
  expect(code.state.get()).toEqual({ kind: 'ready', value: 'the screen' });
  expect(world.asked).toBe(1);
});

test('while nobody answers the browser is not asked for it, and it comes when somebody does', async () => {
  const { world, code } = createWorld();
  world.up = false;
  await code.load();
  await code.load();
  expect(code.state.get()).toEqual({ kind: 'away' });
  expect(world.asked).toBe(0);
  world.up = true;
  await code.load();
  expect(code.state.get()).toEqual({ kind: 'ready', value: 'the screen' });
});

test('a server that goes away in the middle is away, not broken', async () => {
  const server: CodeServer = { answers: async () => true, build: async () => 'unknown' };
  const { state, load } = createLateCode(() => Promise.reject(fault), server);
  await load();
  expect(state.get()).toEqual({ kind: 'away' });
});

test('code that a newer build no longer has is outdated; what it still has is used', async () => {
  const { world, code } = createWorld();
  world.build = 'other';
  world.has = false;
  await code.load();
  expect(code.state.get()).toEqual({ kind: 'outdated' });
  world.has = true;
  await code.load();
  expect(code.state.get()).toEqual({ kind: 'ready', value: 'the screen' });
});

test('code that its own build cannot give is broken, and says how', async () => {
  const { world, code } = createWorld();
  world.has = false;
  await code.load();
  expect(code.state.get()).toEqual({ kind: 'broken', fault });
});

test('a screen that waits keeps saying so while it is tried again', async () => {
  const { world, code } = createWorld();
  world.up = false;
  await code.load();
  const trying = code.load();
  expect(code.state.get()).toEqual({ kind: 'away' });
  await trying;
});
