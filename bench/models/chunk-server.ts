// A provider on loopback in a process of its own, so that its work is not counted as ours:
//   node chunk-server.ts <chunks> <pauseMs>
// It speaks the chat-completions stream; every chunk's text is the moment it was sent.
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const [chunks = 1000, pauseMs = 0] = process.argv.slice(2).map(Number);
const line = (fields: object) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...fields })}\n\n`;
const delta = (content: string) => line({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
const end = line({
  choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: chunks, total_tokens: chunks + 1 },
});
const now = () => (performance.timeOrigin + performance.now()).toFixed(3);

const server = createServer(async (request, response) => {
  for await (const _piece of request);
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify({ object: 'list', data: [{ id: 'bench' }] }));
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const begin = performance.now();
  for (let at = 0; at < chunks; at += 1) {
    if (!response.write(delta(`${now()} `))) await new Promise((drained) => response.once('drain', drained));
    if (pauseMs > 0) await pause(Math.max(0, begin + (at + 1) * pauseMs - performance.now()));
  }
  response.end(`${end}data: [DONE]\n\n`);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' && address ? address.port : 0);
});
