import { studioPaths } from '@atelier/contracts/studio';
import { isId } from '@atelier/kernel/core';
import { exportTrace } from '@atelier/studio';
import { refuse } from '../../http/refuse.ts';
import type { GuardedRoute } from '../../http/route.ts';
import type { OpenStudio } from './open-studio.ts';
import { callerOf } from './project-handlers.ts';

/** One turn with everything it takes to run it again elsewhere. */
export const createTraceRoute = ({ ports, history }: OpenStudio): GuardedRoute => ({
  path: studioPaths.traces,
  methods: ['GET', 'HEAD'],
  access: 'signed-in',
  role: 'admin',
  contentSecurityPolicy: "default-src 'none'; sandbox; frame-ancestors 'none'",
  serve: async (c, caller) => {
    const [projectId, turnId] = [c.req.param('projectId') ?? '', c.req.param('turnId') ?? ''];
    if (!isId('prj', projectId) || !isId('trn', turnId)) return refuse(c.req.path, 'NOT_FOUND');
    const who = callerOf(caller);
    const summary = await history.trace(projectId, turnId, who);
    if (!summary.ok) return refuse(c.req.path, 'NOT_FOUND');
    const exported = await exportTrace(ports)(projectId, turnId, summary.value, who);
    if (!exported.ok) return refuse(c.req.path, exported.error.code === 'FORBIDDEN' ? 'FORBIDDEN_ROLE' : 'NOT_FOUND');
    return new Response(c.req.method === 'HEAD' ? null : ReadableStream.from(exported.value), {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${turnId}.atelier-trace"`,
      },
    });
  },
});
