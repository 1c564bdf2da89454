import { randomBytes } from 'node:crypto';
import type { Files } from '@atelier/files';
import { createBoundedMap } from '@atelier/kernel/core';
import { createOutsidePlace, draftLimits, outsideReading, type WorkbenchId } from '@atelier/workshop';
import { refuse } from '../../http/refuse.ts';
import type { GuardedRoute } from '../../http/route.ts';
import type { SurfaceKit } from '../surface.ts';
import type { Workshop } from './workshop.ts';

type Handler = (request: Request) => Promise<Response>;
type Deps = {
  readonly kit: Pick<SurfaceKit, 'files' | 'about' | 'onFault' | 'settings'>;
  readonly open: () => Promise<Workshop>;
};

const mostHandlers = 64;
/** An agent may call itself whatever it likes, and something else each time. */
const mostClients = 64;

/** The file tools of one Workbench at `/mcp/workbench/<id>`, for any MCP client with the install token. */
export const createWorkbenchMcpRoute = ({ kit, open }: Deps): GuardedRoute => {
  const limits = async () => draftLimits(await kit.settings());
  const handlers = createBoundedMap<string, Handler>(mostHandlers);
  const handlerOf = async (workshop: Workshop, id: WorkbenchId, name: string): Promise<Handler> => {
    const known = handlers.get(id);
    if (known) return known;
    const { createWorkbenchHttpHandler } = await import('@atelier/mcp/workbench');
    const { createTreeHost } = await import('@atelier/files');
    const byClient = createBoundedMap<string, Promise<Files>>(mostClients);
    const handler = createWorkbenchHttpHandler({
      workbench: name,
      version: kit.about.version,
      newCallId: () => `call_${randomBytes(6).toString('hex')}`,
      log: (line) => {
        if (line.level === 'error') kit.onFault(new Error(`The tool ${String(line.tool)} broke.`), 'workbench mcp');
      },
      // One place for each client: its writes are told apart, and go on under one card in the chat.
      filesFor: (client) => {
        const files =
          byClient.get(client) ??
          kit.files.over(createTreeHost(workshop.content, createOutsidePlace({ ...workshop, limits }, id, client)), {
            hidden: outsideReading(workshop, id),
          });
        byClient.set(client, files);
        return files;
      },
    });
    handlers.set(id, handler);
    return handler;
  };
  return {
    path: '/mcp/workbench/:id',
    methods: ['GET', 'POST', 'DELETE'],
    access: 'bearer',
    role: 'member',
    serve: async (c) => {
      const workshop = await open();
      const id = (c.req.param('id') ?? '') as WorkbenchId;
      const looked = await workshop.look(id);
      if (!looked.ok) return refuse(c.req.path, 'NOT_FOUND');
      return (await handlerOf(workshop, id, looked.value.bench.name))(c.req.raw);
    },
  };
};
