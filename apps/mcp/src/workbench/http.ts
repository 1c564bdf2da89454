import { createMcpHandler } from '@modelcontextprotocol/server';
import { guardedFetch } from '../wire/guarded-fetch.ts';
import { tooLongAdvice } from '../wire/refused-message.ts';
import { createWorkbenchServer, type WorkbenchServerOptions } from './server.ts';

/** The same tools over Streamable HTTP. Who may ask is decided by whoever mounts it. */
export const createWorkbenchHttpHandler = (
  options: WorkbenchServerOptions,
): ((request: Request) => Promise<Response>) => {
  const handler = createMcpHandler(createWorkbenchServer(options));
  return guardedFetch((request) => handler.fetch(request), tooLongAdvice.files);
};
