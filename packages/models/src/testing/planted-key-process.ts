// A process that does with a key everything this package can do, well and badly: node planted-key-process.ts <folder> <key>
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDiskLog, createProjection } from '@atelier/kernel/adapters';
import { createGate } from '../adapters/gate.ts';
import { createKeyFile } from '../adapters/key-file.ts';
import { createKeyStore } from '../adapters/key-store.ts';
import { createProviderModel } from '../adapters/provider-model.ts';
import { createProviderProbe } from '../adapters/provider-probe.ts';
import { loadProvider } from '../adapters/providers.ts';
import { bundledModels } from '../core/bundled-models.ts';
import { emptyModels, evolveModels } from '../core/models-state.ts';
import { evolveSpending, noSpending } from '../core/spending.ts';
import { createEgress } from '../usecases/egress-consent.ts';
import { createKeys, keyedProviders } from '../usecases/manage-keys.ts';
import { startDoubles } from './doubles/server.ts';

const [folder = '', key = ''] = process.argv.slice(2);
const say = (what: unknown) => {
  const line = `${JSON.stringify(what)}\n`;
  process.stdout.write(line);
  appendFileSync(join(folder, 'server.log'), line);
};

const doubles = await startDoubles();
const gate = createGate({ dispatcher: doubles.dispatcher });
const log = createDiskLog({ data: folder });
const models = createProjection({ log, initial: emptyModels, evolve: evolveModels });
const shared = { log, models, stream: 'install' };
const keyFile = createKeyFile(folder);
const keyStore = createKeyStore({ folder, file: keyFile });
const keys = createKeys({
  ...shared,
  keyStore,
  probe: createProviderProbe({ gate, now: Date.now }),
  environmentKey: () => undefined,
});
const spending = createProjection({ log, initial: noSpending, evolve: evolveSpending });
const egress = createEgress({
  ...shared,
  ledger: { log, stream: 'egress', spending },
  newId: () => crypto.randomUUID(),
});
// Providers have been seen to repeat a rejected key in their answer.
const rejection = { error: { status: 401, type: 'invalid_api_key', message: `Incorrect API key provided: ${key}` } };

for (const provider of keyedProviders) {
  say(await keys.save(provider, key));
  doubles.script(rejection);
  say(await keys.save(provider, key));
  doubles.script({ cut: { after: 0, how: 'break' } });
  say(await keys.save(provider, key));
  say(await keys.row(provider));
}
await egress.setMode('allow_all', { confirmed: true });
for (const entry of bundledModels.filter(({ auth }) => auth === 'api_key')) {
  const model = createProviderModel({
    entry,
    load: async () => {
      const found = await keys.keyFor(entry.provider as (typeof keyedProviders)[number]);
      if (!found.ok) throw new Error(found.error.code);
      return loadProvider(entry, { gate, apiKey: found.value });
    },
    now: Date.now,
    newId: () => crypto.randomUUID(),
  });
  const purpose = { kind: 'run', phase: null, runId: null, scopeHash: 'sha256:none' } as const;
  for (const turn of [
    rejection,
    { redirectTo: `https://elsewhere.example/?k=${key}` },
    { raw: `data: {"${key}"\n\n` },
    { text: 'Hello.' },
  ]) {
    doubles.script(turn);
    const request = { messages: [{ role: 'user' as const, text: 'Hello?' }] };
    for await (const event of egress.guard(model, purpose).stream(request, new AbortController().signal)) say(event);
  }
}
await doubles.close();
await log.close();

// And the worst of ends: a key store that cannot be read any more, caught by nobody.
writeFileSync(join(folder, 'secrets.key'), Buffer.alloc(32));
await keyFile.get('openai');
