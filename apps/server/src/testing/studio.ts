import type { StudioEvent } from '@atelier/contracts/studio';
import { expect } from 'vitest';
import { startTestServer, type TestServer } from './test-server.ts';

export const asked = (nth: number) => `request-${String(nth).padStart(4, '0')}`;
let nth = 100;

export const get = ({ server, cookie }: TestServer, path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}${path}`, { headers: { cookie, ...headers } });
export const put = ({ server, cookie }: TestServer, path: string, body: string | Uint8Array) =>
  fetch(`${server.origin}${path}`, {
    method: 'PUT',
    headers: { cookie, origin: server.origin },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });

export const run = async ({ client }: TestServer, projectId: string, event: StudioEvent) => {
  nth += 1;
  const done = await client.RunStudioTurn({ projectId, idempotencyKey: asked(nth), event });
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  return done.value;
};

/** The demo project with a company and one issued quote. */
export const issued = async (logo?: { readonly blob: string; readonly kind: 'image/png' }) => {
  const here = await startTestServer();
  return { here, ...(await issueOn(here, logo)) };
};

export const issueOn = async (here: TestServer, logo?: { readonly blob: string; readonly kind: 'image/png' }) => {
  const made = await here.client.StudioDemoCreate({ requestId: asked(1) });
  if (!made.ok) throw new Error(made.error.code);
  const { projectId } = made.value;
  const company = { name: { he: 'סטודיו נובה', en: 'Nova Studio' }, vatId: '514000000', ...(logo && { logo }) };
  await here.client.StudioCompanySet({ requestId: asked(2), company });
  const view = await viewOf(here, projectId);
  const approve = view.elements.filter(({ tombstone }) => tombstone === null).map(({ id }) => id);
  if (view.project.projectStage === 'ideation')
    await run(here, projectId, { type: 'advanceStage', to: 'planning', acknowledge: ['STAGE_OPEN_QUESTIONS'] });
  await run(here, projectId, { type: 'approveElement', elementIds: approve, expectedSpecHashes: view.specHashes });
  const first = await here.client.StudioQuoteGet({ projectId });
  if (!first.ok) throw new Error(first.error.code);
  const acknowledge = first.value.working?.toAcknowledge.map(({ code }) => code) ?? [];
  const done = await run(here, projectId, { type: 'issueQuote', locale: 'both', acknowledge });
  expect(done, JSON.stringify(done.blockers)).toMatchObject({ outcome: 'done' });
  const [quote] = (await viewOf(here, projectId)).quotes;
  if (!quote) throw new Error('no quote');
  return { projectId, quoteId: quote.id, working: first.value.working };
};

export const viewOf = async ({ client }: TestServer, projectId: string) => {
  const got = await client.StudioGet({ projectId });
  if (!got.ok) throw new Error(got.error.code);
  return got.value.view;
};
