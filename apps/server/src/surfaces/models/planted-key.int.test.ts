import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startModelsServer } from '../../testing/models-server.ts';
import { isLive } from '../../testing/tab.ts';

const key = 'sk-planted-7f3a9c1e55d04bQZ';
const forms = [
  key,
  encodeURIComponent(key),
  Buffer.from(key).toString('base64').replace(/=+$/, ''),
  Buffer.from(key).toString('hex'),
  // Its middle alone would give it away just as well.
  key.slice(8, 22),
];

test('[MD-38] a key that was saved, rejected, used and echoed stands in no byte of the data folder, no frame and no answer', async () => {
  const server = await startModelsServer();
  const { client, doubles, dataFolder } = server;
  const answers: unknown[] = [];
  const ask = async (reply: Promise<unknown>) => void answers.push(await reply);
  const watch = await server.watch();
  watch.tab.say({ subscribe: [{ stream: 'models', from: 0 }] });
  await watch.tab.until(isLive);

  const rejection = { error: { status: 401, type: 'invalid_api_key', message: `Incorrect API key provided: ${key}` } };
  for (const provider of ['openai', 'anthropic', 'google', 'mistral'] as const) {
    await ask(client.ProvidersSetApiKey({ provider, key }));
    doubles.script(rejection);
    await ask(client.ProvidersSetApiKey({ provider, key: `${key}x` }));
    await ask(client.ProvidersValidate({ provider }));
  }
  await ask(client.EndpointAdd({ url: doubles.localEndpoint, key }));
  await ask(client.EndpointAdd({ url: `https://user:${key}@models.example/v1` }));
  await ask(client.UserSetConsentMode({ mode: 'allow_all', confirmed: true }));
  for (const turn of [
    rejection,
    { raw: `data: {"${key}"\n\n` },
    { redirectTo: `https://elsewhere.example/?k=${key}` },
  ]) {
    doubles.script(turn, { text: 'Hello.' });
    await ask(client.ChatLabSend({ text: 'Hello?', modelId: 'openai:gpt-5.2' }));
    await watch.until(({ run }) => run === null || run.state === 'stopped');
  }
  await ask(client.ModelsGet({}));
  await ask(client.EgressListEvents({ limit: 100 }));
  await ask(client.ChatLabGet({}));
  await ask(client.DiagnosticsGet({}));
  const frames = JSON.stringify(watch.tab.frames);
  await server.server.stop();

  // It really was saved and used.
  expect(JSON.stringify(answers)).toContain('"last4":"4bQZ"');
  expect(doubles.seen.filter(({ headers }) => JSON.stringify(headers).includes(key)).length).toBeGreaterThan(8);
  const files = (await readdir(dataFolder, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['secrets.enc', 'secrets.key', 'server.jsonl']));
  const written = await Promise.all(
    files.map(async ({ parentPath, name }) => [name, await readFile(join(parentPath, name), 'latin1')] as const),
  );
  for (const [name, bytes] of [
    ...written,
    ['answers', JSON.stringify(answers)] as const,
    ['frames', frames] as const,
  ]) {
    for (const form of forms) expect(bytes.includes(form), `${form} in ${name}`).toBe(false);
  }
});
