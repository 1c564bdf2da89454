import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server of models on this machine that answers with nothing usable unless told what, and counts who was asked. */
export const modelServer = async (answer = '{}') => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/models')) {
      const data = ['large', 'small'].map((id) => ({ id, object: 'model' }));
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ object: 'list', data }));
      return;
    }
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      asked.push((JSON.parse(body) as { model: string }).model);
      const chunk = (delta: object, finish_reason: string | null) =>
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${chunk({ content: answer }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
};
