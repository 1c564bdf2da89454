import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/** The yardstick: the same SDK, the same pipe, and as little as a server can do. `append` also writes and syncs once. */
const folder = process.env.BARE_FOLDER ?? '.';
let file: number | undefined;
let position = 0;

const append = (text: string): void => {
  file ??= openSync(join(folder, 'bare.log'), 'w');
  position += writeSync(file, `${text}\n`, position);
  fdatasyncSync(file);
};

const tool = (name: string) => ({
  name,
  description: `Bare ${name}.`,
  inputSchema: { type: 'object' as const, properties: { text: { type: 'string' } } },
});

process.stdin.on('close', () => {
  if (file !== undefined) closeSync(file);
  process.exit(0);
});

serveStdio(() => {
  const server = new Server({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: [tool('noop'), tool('append')] }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const text = String(params.arguments?.text ?? '');
    if (params.name === 'append') append(text);
    return { content: [{ type: 'text', text: 'ok' }], structuredContent: { position } };
  });
  return server;
});
