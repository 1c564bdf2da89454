import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import type { ConnectionState } from './event-connection.ts';
import { createCell } from './observable.ts';
import { refetchAfterRestart } from './refetch-after-restart.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('what is shown is fetched anew from a server that was started anew, and from no other; an open editor is left alone', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5_000 } } });
  const state = createCell<ConnectionState>({ kind: 'connecting' });
  const stop = refetchAfterRestart({ state }, client);
  const fetched = { list: 0, edited: 0 };
  const watch = (of: 'list' | 'edited', staleTime: number | 'static') =>
    new QueryObserver(client, {
      queryKey: [of],
      staleTime,
      queryFn: () => {
        fetched[of] += 1;
        return fetched[of];
      },
    }).subscribe(() => {});
  const watching = [watch('list', 5_000), watch('edited', 'static')];
  onTestFinished(() => {
    for (const end of watching) end();
    client.clear();
  });
  const live = async (boot: string) => {
    state.set({ kind: 'waiting', attempt: 1 });
    state.set({ kind: 'live', boot, version: '1' });
    await settle();
  };
  await live('first');
  await live('first');
  expect(fetched).toEqual({ list: 1, edited: 1 });
  await live('second');
  expect(fetched).toEqual({ list: 2, edited: 1 });
  stop();
  await live('third');
  expect(fetched).toEqual({ list: 2, edited: 1 });
});
