import { expect, test } from 'vitest';
import { snippetsFor, snippetsOverHttp } from './snippets.ts';

const facts = { node: '/opt/node 24/bin/node', bundle: '/opt/atelier/mcp.mjs', dataFolder: "/home/o'neil/atelier" };
const textOf = (client: string) => snippetsFor(facts).find((snippet) => snippet.client === client)?.text ?? '';

test('a command line survives spaces and quotes in paths', () => {
  expect(textOf('claude').split(' \\\n')).toEqual([
    'claude mcp add atelier --scope user',
    String.raw`  --env ATELIER_DATA_DIR='/home/o'\''neil/atelier'`,
    "  -- '/opt/node 24/bin/node'",
    '  /opt/atelier/mcp.mjs',
  ]);
});

test('each client finds the server under the name it looks for', () => {
  const server = { command: facts.node, args: [facts.bundle], env: { ATELIER_DATA_DIR: facts.dataFolder } };
  expect(JSON.parse(textOf('cursor'))).toEqual({ mcpServers: { atelier: server } });
  expect(JSON.parse(textOf('desktop'))).toEqual({ mcpServers: { atelier: server } });
  expect(textOf('codex').split(' \\\n')[0]).toBe('codex mcp add atelier');
  expect(JSON.parse(textOf('generic'))).toEqual({ mcpServers: { atelier: server } });
  expect(JSON.parse(textOf('vscode'))).toEqual({ servers: { atelier: { type: 'stdio', ...server } } });
});

test('one click hands a client the same server, whatever script its folder is named in', () => {
  const named = { ...facts, dataFolder: '/home/דנה/atelier' };
  const server = { command: named.node, args: [named.bundle], env: { ATELIER_DATA_DIR: named.dataFolder } };
  const link = (client: string) => snippetsFor(named).find((snippet) => snippet.client === client)?.install ?? '';
  const config = new URL(link('cursor')).searchParams.get('config') ?? '';
  expect(JSON.parse(Buffer.from(config, 'base64').toString())).toEqual(server);
  expect(JSON.parse(decodeURIComponent(link('vscode').split('?')[1] ?? ''))).toEqual({
    name: 'atelier',
    type: 'stdio',
    ...server,
  });
});

test('from another machine an agent needs an address and a token, and no path of this one', () => {
  const url = 'https://atelier.example/mcp';
  const snippets = snippetsOverHttp(url);
  const server = { url, headers: { Authorization: 'Bearer atp_…' } };
  const written = (client: string) => snippets.find((snippet) => snippet.client === client)?.text ?? '';
  expect(written('claude').split(' \\\n')).toEqual([
    'claude mcp add atelier --scope user',
    '  --transport http',
    `  ${url}`,
    '  --header "Authorization: Bearer atp_…"',
  ]);
  expect(JSON.parse(written('cursor'))).toEqual({ mcpServers: { atelier: server } });
  expect(JSON.parse(written('vscode'))).toEqual({ servers: { atelier: { type: 'http', ...server } } });
});
