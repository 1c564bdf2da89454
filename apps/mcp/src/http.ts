import { createMcpHandler } from '@modelcontextprotocol/server';
import type { McpServerOptions } from './server.ts';
import { createMcpServer } from './server.ts';
import type { FoldersOf, McpDeps } from './tools/handle.ts';
import { createToolHandler } from './tools/handle.ts';
import { guardedFetch } from './wire/guarded-fetch.ts';
import { tooLongAdvice } from './wire/refused-message.ts';

export type McpHttpOptions = Omit<McpServerOptions, 'handler'> & {
  readonly deps: McpDeps;
  readonly folders?: FoldersOf;
};

/**
 * The same six tools over Streamable HTTP. Takes a `Request` and gives a `Response`; who may ask (token, Host,
 * Origin) is decided by whoever mounts it.
 */
export const createMcpHttpHandler = ({
  deps,
  folders,
  ...options
}: McpHttpOptions): ((request: Request) => Promise<Response>) => {
  const handle = createToolHandler(deps, folders);
  const handler = createMcpHandler(createMcpServer({ ...options, handler: async () => handle }));
  return guardedFetch((request) => handler.fetch(request), tooLongAdvice.workflows);
};
