import { createMcpHandler } from '@modelcontextprotocol/server';
import type { McpServerOptions } from './server.ts';
import { createMcpServer } from './server.ts';
import type { FoldersOf, McpDeps } from './tools/handle.ts';
import { createToolHandler } from './tools/handle.ts';
import { guardRequest } from './wire/guarded-request.ts';

export type McpHttpOptions = Omit<McpServerOptions, 'handler'> & {
  readonly deps: McpDeps;
  readonly folders?: FoldersOf;
};

const TOO_LARGE = 413;

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
  return async (request) => {
    const response = await handler.fetch(await guardRequest(request));
    // The rest of what was too long is read by nobody: a next call sent after it on the same connection would be lost.
    if (response.status === TOO_LARGE) response.headers.set('connection', 'close');
    return response;
  };
};
