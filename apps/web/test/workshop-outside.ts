import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AtelierProcess } from './atelier-process.ts';

const atelierBin = join(import.meta.dirname, '../../../bin/atelier.mjs');

type Answer = { readonly ok: boolean; readonly error?: unknown };
type Said = { readonly id?: number; readonly result?: { readonly content?: readonly { readonly text: string }[] } };

/** What an outside program does to the files of a Workbench, over MCP as such a program does it: a Draft, no model. */
export const editOutside = async (
  { dataFolder }: AtelierProcess,
  workbench: string,
  calls: readonly (readonly [tool: string, args: object])[],
): Promise<void> => {
  const child = spawn(process.execPath, [atelierBin, 'mcp', '--workbench', workbench, '--data', dataFolder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map<number, (said: Said) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said = JSON.parse(line) as Said;
    if (said.id !== undefined) waiting.get(said.id)?.(said);
  });
  const write = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let last = 0;
  const request = (method: string, params: object): Promise<Said> => {
    last += 1;
    const id = last;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      write({ id, method, params });
    });
  };
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'Desk', version: '1' },
  });
  write({ method: 'notifications/initialized', params: {} });
  for (const [name, args] of calls) {
    const { result } = await request('tools/call', { name, arguments: args });
    const answer = JSON.parse(result?.content?.[0]?.text ?? 'null') as Answer | null;
    if (answer?.ok !== true) throw new Error(`${name}: ${JSON.stringify(answer)}`);
  }
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stdin.end();
  await ended;
};
