import { expect, test } from 'vitest';
import { watchChat } from '../../../testing/chat-watch.ts';
import { startTestServer } from '../../../testing/test-server.ts';

test('the built-in model totals a column of a dropped csv', async () => {
  const { server, cookie, client } = await startTestServer();
  const put = await fetch(`${server.origin}/chat-files/sales.csv`, {
    method: 'PUT',
    headers: { cookie, origin: server.origin },
    body: 'Region,Amount\nNorth,10\nSouth,32\n',
  });
  expect(put.status).toBe(200);
  const watch = await watchChat(server.origin, cookie, client);
  const sent = await client.ChatLabSend({ text: 'What is the total of Amount in sales.csv?' });
  expect(sent).toMatchObject({ ok: true });
  const view = await watch.until(({ run, items }) => run === null && items.length > 1);
  expect(view.items.at(-1)).toMatchObject({ kind: 'assistant', state: 'done', text: expect.stringContaining('42') });
});
