import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../testing/test-server.ts';

/** A server of models on this machine that answers with nothing usable, and counts who was asked. */
const modelServer = async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/models')) {
      const data = ['large', 'small'].map((id) => ({ id, object: 'model' }));
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ object: 'list', data }));
      return;
    }
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      asked.push((JSON.parse(body) as { model: string }).model);
      const chunk = (delta: object, finish_reason: string | null) =>
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${chunk({ content: '{}' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
};

test('[ST-96] what is missing comes with its remedy: consent for this project, and then the chosen model is asked', async () => {
  const here = await startTestServer();
  const { url, asked } = await modelServer();
  const added = await here.client.EndpointAdd({ url });
  if (!added.ok) throw new Error(JSON.stringify(added.error));
  const small = added.value.endpoint.models.find(({ name }) => name === 'small')?.modelId ?? '';
  const models = { router: null, skill: small, judge: null };
  await here.client.StudioModelsSet({ requestId: 'request-models', models });
  const made = await here.client.StudioDemoCreate({ requestId: 'request-demo' });
  if (!made.ok) throw new Error(made.error.code);
  const { projectId } = made.value;
  const ask = async (idempotencyKey: string) => {
    const event = { type: 'chatMessage', text: 'how much is the logo wall?' } as const;
    const done = await here.client.RunStudioTurn({ projectId, idempotencyKey, event });
    if (!done.ok) throw new Error(done.error.code);
    return done.value;
  };
  const [refusal] = (await ask('key-before-consent')).warnings.filter(({ code }) => code === 'OFFLINE_FALLBACK');
  const [reason, providerId = '', modelId = '', scopeHash = ''] = refusal?.refs ?? [];
  expect([reason, modelId]).toEqual(['no_consent', small]);
  expect(asked).toEqual([]);
  const consent = { providerId, modelId, scopeHash };
  expect(await here.client.EgressGrantConsent({ consent, remember: true })).toMatchObject({ ok: true });
  await ask('key-after-consent');
  expect(new Set(asked)).toEqual(new Set(['small']));
  // What is agreed to for one project is not for another.
  const other = await here.client.RunStudioTurn({
    projectId: made.value.practiceId,
    idempotencyKey: 'key-of-another-project',
    event: { type: 'chatMessage', text: 'how much is the logo wall?' },
  });
  expect(other).toMatchObject({
    ok: true,
    value: { warnings: [{ refs: ['no_consent', providerId, small, expect.any(String)] }] },
  });
});
