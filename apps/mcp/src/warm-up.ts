import type { Server } from '@modelcontextprotocol/server';

type Message = { readonly jsonrpc: '2.0'; readonly method: string; readonly id?: number; readonly params?: object };
type Receiver = { onmessage?: (message: never) => void };

const REVISION_BEFORE = '2025-11-25';

/**
 * Makes one call on a private server, so the first real call finds its code loaded and its session read. The call is a
 * rehydrate, so it writes nothing.
 */
export const warmUp = async (server: Server, stateToken: string): Promise<void> => {
  const waiting = new Map<number, () => void>();
  const wire: Receiver & Record<string, unknown> = {
    start: async () => undefined,
    close: async () => undefined,
    send: async ({ id }: { id?: number }) => waiting.get(id ?? -1)?.(),
  };
  await server.connect(wire as never);
  const ask = (id: number, method: string, params: object): Promise<void> =>
    new Promise((resolve) => {
      waiting.set(id, resolve);
      deliver(wire, { jsonrpc: '2.0', id, method, params });
    });
  const client = { clientInfo: { name: 'atelier', version: '1' }, capabilities: {} };
  await ask(0, 'initialize', { protocolVersion: REVISION_BEFORE, ...client });
  deliver(wire, { jsonrpc: '2.0', method: 'notifications/initialized' });
  await ask(1, 'tools/call', { name: 'continue_workflow', arguments: { stateToken } });
  await server.close();
};

const deliver = (wire: Receiver, message: Message): void => wire.onmessage?.(message as never);
