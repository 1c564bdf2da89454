// A server as people run it, in a process of its own, which finds one key in its environment and is told another, and
// does with both all it can do, well and badly. It says everything it is answered: planted-key-process.ts <folder> <key>
import { createToolHandler, openRailsInstall } from '@atelier/mcp';
import { startDoubles } from '@atelier/models/testing';
import { createServer } from '../server.ts';
import { watchChat } from './chat-watch.ts';
import { isLive, pageClient, signIn } from './tab.ts';

const [dataFolder = '', saved = ''] = process.argv.slice(2);
const found = process.env.OPENAI_API_KEY ?? '';
const say = (what: unknown) => console.log(JSON.stringify(what));

const doubles = await startDoubles();
const started = await createServer({
  port: 0,
  dataFolder,
  models: { dispatcher: doubles.dispatcher, keychain: null, environment: process.env },
});
if (!started.ok) throw new Error(started.error.code);
const server = started.value;
const cookie = await signIn(await server.link());
const client = pageClient(server.origin, cookie);
const watch = await watchChat(server.origin, cookie, client);
watch.tab.say({ subscribe: [{ stream: 'models', from: 0 }] });
await watch.tab.until(isLive);

// Providers have been seen to repeat a rejected key in their answer.
const rejection = (key: string) => ({
  error: { status: 401, type: 'invalid_api_key', message: `Incorrect API key provided: ${key}` },
});
say(await client.ProvidersSetApiKey({ provider: 'openai', key: saved }));
doubles.script(rejection(found));
say(await client.ProvidersValidate({ provider: 'openai' }));
for (const provider of ['anthropic', 'google', 'mistral'] as const) {
  say(await client.ProvidersSetApiKey({ provider, key: saved }));
  doubles.script(rejection(saved));
  say(await client.ProvidersSetApiKey({ provider, key: `${saved}x` }));
  say(await client.ProvidersValidate({ provider }));
}
say(await client.EndpointAdd({ url: doubles.localEndpoint, key: saved }));
say(await client.EndpointAdd({ url: `https://user:${saved}@models.example/v1` }));
say(await client.UserSetConsentMode({ mode: 'allow_all', confirmed: true }));
for (const [modelId, key] of [
  ['openai:gpt-5.2', found],
  ['anthropic:claude-sonnet-4-6', saved],
] as const) {
  for (const turn of [
    rejection(key),
    { raw: `data: {"${key}"\n\n` },
    { redirectTo: `https://elsewhere.example/?k=${key}` },
    { text: 'Hello.' },
  ]) {
    doubles.script(turn, { text: 'Hello.' });
    const before = watch.view().items.length;
    say(await client.ChatLabSend({ text: 'Hello?', modelId }));
    // The answer may come before the events it speaks of.
    await watch.until(({ items, run }) => items.length > before && (run === null || run.state === 'stopped'));
  }
}
say(await client.ModelsGet({}));
say(await client.EgressListEvents({ limit: 100 }));
say(await client.ChatLabGet({}));
say(await client.DiagnosticsGet({}));

// Everything that can be taken out of an installation.
const install = openRailsInstall(dataFolder);
const handle = createToolHandler(install.deps);
const begun = await handle(
  'start_workflow',
  { workflowId: 'wr.coding_task', goal: 'Look around' },
  { workplace: async () => null, about: () => undefined },
);
const { session } = begun.structuredContent as unknown as { session: { sessionId: string } };
await install.close();
for (const format of ['bundle', 'markdown'] as const) {
  const made = await client.SessionExport({ sessionId: session.sessionId, format, keepPaths: true });
  if (!made.ok) throw new Error(made.error.code);
  const file = await fetch(new URL(made.value.url, server.origin), { headers: { cookie, origin: server.origin } });
  say({ exported: format, status: file.status, text: await file.text() });
}
say({ frames: watch.tab.frames });
const sentWith = (key: string) => doubles.seen.filter(({ headers }) => JSON.stringify(headers).includes(key)).length;
say({ sessionId: session.sessionId, sentWithFound: sentWith(found), sentWithSaved: sentWith(saved) });
watch.tab.close();
await server.stop();
await doubles.close();
