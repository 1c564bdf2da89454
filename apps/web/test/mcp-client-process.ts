import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** An MCP client as people run one: a process of its own, which starts the command the Console tells them to use. */
const command = join(import.meta.dirname, '../../mcp/atelier-mcp.mjs');

type Asked = { readonly id: number; readonly tool: string; readonly args: Record<string, unknown> };

const transport = new StdioClientTransport({
  command: process.execPath,
  args: [command],
  env: {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '/',
    ATELIER_DATA_DIR: process.env.ATELIER_DATA_DIR ?? '',
  },
  stderr: 'pipe',
});
transport.stderr?.on('data', (piece) => process.stderr.write(piece));
const client = new Client({ name: 'browser-tests', version: '1.0.0' });
await client.connect(transport);

process.on('message', (asked: Asked | 'close') => {
  if (asked === 'close') {
    void client.close().then(() => process.disconnect?.());
    return;
  }
  client.callTool({ name: asked.tool, arguments: asked.args }).then(
    (result) => process.send?.({ id: asked.id, result }),
    (cause) => process.send?.({ id: asked.id, fault: String(cause) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
