import { expect, test } from 'vitest';
import { modelServer } from '../../testing/model-server.ts';
import { invite } from '../../testing/people.ts';
import { done } from '../../testing/replies.ts';
import { isLive, openTab } from '../../testing/tab.ts';
import { startTestServer } from '../../testing/test-server.ts';

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

test('an answer is seen as it is written by whoever asked, and by nobody else in the project', async () => {
  const here = await startTestServer();
  const text = 'The logo wall costs 73,190.84 to make.';
  const { url } = await modelServer(
    JSON.stringify({ assistantText: text, handles: [], proposedFacts: [], handoff: null }),
  );
  const { endpoint } = await done(here.client.EndpointAdd({ url }));
  const modelId = endpoint.models.find(({ name }) => name === 'small')?.modelId ?? '';
  await done(
    here.client.StudioModelsSet({ requestId: 'request-models', models: { router: null, skill: modelId, judge: null } }),
  );
  const { projectId } = await done(here.client.StudioDemoCreate({ requestId: 'request-demo' }));
  const ask = (idempotencyKey: string) =>
    done(
      here.client.RunStudioTurn({
        projectId,
        idempotencyKey,
        event: { type: 'chatMessage', text: 'how much is the logo wall?' },
      }),
    );
  const [refusal] = (await ask('key-before-consent')).warnings.filter(({ code }) => code === 'OFFLINE_FALLBACK');
  const [, providerId = '', , scopeHash = ''] = refusal?.refs ?? [];
  await done(here.client.EgressGrantConsent({ consent: { providerId, modelId, scopeHash }, remember: true }));

  const stream = `project/${projectId}`;
  const listen = async (cookie: string) => {
    const tab = await openTab(here.server.origin, cookie);
    tab.say({ subscribe: [{ stream, from: 0 }] });
    await tab.until(isLive);
    return tab;
  };
  const asker = await listen(here.cookie);
  const others = [];
  for (const role of ['viewer', 'editor', 'owner'] as const) {
    const { cookie } = await invite(here, 'member', `A ${role}`, [{ projectId, role }]);
    others.push(await listen(cookie));
  }
  await ask('key-after-consent');
  const deltas = ({ frames }: typeof asker) => frames.filter((frame) => 'delta' in frame);
  await expect.poll(() => JSON.stringify(deltas(asker))).toContain('"kind":"ended"');
  expect(JSON.stringify(deltas(asker))).toContain('73,190.84');
  // The others were told that something happened, after which no delta can follow.
  for (const tab of others) {
    await expect.poll(() => tab.seqs(stream).length).toBe(asker.seqs(stream).length);
    expect(deltas(tab)).toEqual([]);
    expect(JSON.stringify(tab.frames)).not.toContain('73,190.84');
  }
});
