import { createMcpHandler } from '@modelcontextprotocol/server';
import { guardRequest } from '../wire/guarded-request.ts';
import { createWorkbenchServer, type WorkbenchServerOptions } from './server.ts';

/** The same tools over Streamable HTTP. Who may ask is decided by whoever mounts it. */
export const createWorkbenchHttpHandler = (
  options: WorkbenchServerOptions,
): ((request: Request) => Promise<Response>) => {
  const handler = createMcpHandler(createWorkbenchServer(options));
  return async (request) => handler.fetch(await guardRequest(request));
};
