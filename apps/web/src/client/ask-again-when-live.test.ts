import { err, ok } from '@atelier/contracts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { askAgainWhenLive } from './ask-again-when-live.ts';
import type { ConnectionState } from './event-connection.ts';
import { createCell } from './observable.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const refused = (code: string) => err({ code, message: code, retry: { kind: 'not_retryable' as const } });

test('what nobody was there to answer is asked again when the connection is live; an answer, also a no, stands', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5_000 } } });
  const state = createCell<ConnectionState>({ kind: 'connecting' });
  const stop = askAgainWhenLive({ state }, client);
  const replies = {
    away: refused('UNREACHABLE'),
    pages: { pages: [ok([]), refused('STOPPING')], pageParams: [] },
    no: refused('STORE_UNHEALTHY'),
    yes: ok(1),
  };
  const asked: string[] = [];
  const watching = Object.entries(replies).map(([name, reply]) =>
    new QueryObserver(client, {
      queryKey: [name],
      queryFn: (): unknown => {
        asked.push(name);
        return reply;
      },
    }).subscribe(() => {}),
  );
  onTestFinished(() => {
    for (const end of watching) end();
    client.clear();
  });
  await settle();
  expect(asked).toEqual(['away', 'pages', 'no', 'yes']);
  state.set({ kind: 'waiting', attempt: 1 });
  await settle();
  expect(asked).toHaveLength(4);
  state.set({ kind: 'live', boot: 'b', version: '1' });
  await settle();
  expect(asked.slice(4)).toEqual(['away', 'pages']);
  stop();
  state.set({ kind: 'connecting' });
  state.set({ kind: 'live', boot: 'b', version: '1' });
  await settle();
  expect(asked).toHaveLength(6);
});
