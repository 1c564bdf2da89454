import { chatStream, type ServerFrame } from '@atelier/contracts';
import { createServer } from '@atelier/server';
import { isLive, openTab, pageClient, signIn, type Tab } from '../../apps/server/src/testing/tab.ts';
import { type Bench, percentile } from '../bench.ts';
import { startChunkServer } from './provider.ts';

const CHUNKS = 2_000;
const PER_SECOND = 200;

/**
 * A provider's chunk on its way to a tab, as people meet it: a chat with an endpoint they entered. Gate, client, retry,
 * ledger, loop, delta, socket; the text goes into the log on disk meanwhile.
 */
export const chunkToTab: Bench = {
  ids: ['chunk-to-tab'],
  run: async ({ folder, say }) => {
    const provider = await startChunkServer(CHUNKS, 1000 / PER_SECOND);
    try {
      const late = await latenesses(folder, provider.endpoint);
      say(
        `${late.length} chunks, median ${percentile(late, 0.5).toFixed(2)} ms, most ${Math.max(...late).toFixed(1)} ms`,
      );
      return [{ id: 'chunk-to-tab', value: percentile(late, 0.95), unit: 'ms' }];
    } finally {
      await provider.close();
    }
  },
};

const latenesses = async (folder: string, endpoint: string): Promise<readonly number[]> => {
  const started = await createServer({ dataFolder: folder, port: 0 });
  if (!started.ok) throw new Error(started.error.code);
  const server = started.value;
  try {
    const cookie = await signIn(await server.link());
    const client = pageClient(server.origin, cookie);
    const added = await client.EndpointAdd({ url: endpoint });
    if (!added.ok) throw new Error(added.error.code);
    await client.UserSetConsentMode({ mode: 'allow_all', confirmed: true });
    const tab = await openTab(server.origin, cookie);
    tab.say({ subscribe: [{ stream: chatStream, from: 0 }] });
    await tab.until(isLive);
    const heard = listen(tab);
    const modelId = added.value.endpoint.models[0]?.modelId ?? '';
    const sent = await client.ChatLabSend({ text: 'Say the time.', modelId });
    if (!sent.ok) throw new Error(sent.error.code);
    const late = await heard;
    await durable(tab, late.length);
    tab.close();
    return late;
  } finally {
    await server.stop();
  }
};

/** How long after it was sent each chunk arrived; each carries the moment in its text. */
const listen = async (tab: Tab): Promise<readonly number[]> => {
  const late: number[] = [];
  for (let looked = 0; ; ) {
    const known = looked;
    await tab.until((frame): frame is ServerFrame => tab.frames.indexOf(frame, known) >= known);
    const now = performance.timeOrigin + performance.now();
    for (; looked < tab.frames.length; looked += 1) {
      const frame = tab.frames[looked];
      if (!frame || !('delta' in frame)) continue;
      if (frame.delta.kind === 'ended') return late;
      if (frame.delta.kind !== 'text') continue;
      for (const time of frame.delta.text.trim().split(' ')) if (time !== '') late.push(now - Number(time));
    }
  }
};

/** What was shown is what was kept, or the figure is worth nothing. */
const durable = async (tab: Tab, chunks: number): Promise<void> => {
  await tab.until((frame): frame is ServerFrame => 'event' in frame && frame.event.kind === 'run.completed');
  const kept = tab.frames.flatMap((frame) =>
    'event' in frame && frame.event.kind === 'message.assistant_partial' ? [String(frame.event.data.text)] : [],
  );
  const count = kept.join('').trim().split(' ').length;
  if (chunks !== CHUNKS || count !== CHUNKS) throw new Error(`${chunks} chunks were shown and ${count} kept`);
};
