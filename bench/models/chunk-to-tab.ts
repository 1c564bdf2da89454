import type { ServerFrame } from '@atelier/contracts';
import { type ChatModel, createTextRecorder } from '@atelier/models';
import { createServer } from '@atelier/server';
import { surfaces } from '../../apps/server/src/surfaces/index.ts';
import type { CreateSurface } from '../../apps/server/src/surfaces/surface.ts';
import { isLive, openTab, signIn, type Tab } from '../../apps/server/src/testing/tab.ts';
import { type Bench, percentile } from '../bench.ts';
import { ourModel, startChunkServer } from './provider.ts';

const CHUNKS = 2_000;
const PER_SECOND = 200;
const STREAM = 'bench/chunks';

/** A provider's chunk on its way to a tab: model, delta, socket; the text goes into the log meanwhile. */
export const chunkToTab: Bench = {
  ids: ['chunk-to-tab'],
  run: async ({ folder, say }) => {
    const provider = await startChunkServer(CHUNKS, 1000 / PER_SECOND);
    try {
      const late = await latenesses(folder, ourModel(provider.endpoint));
      say(
        `${late.length} chunks, median ${percentile(late, 0.5).toFixed(2)} ms, most ${Math.max(...late).toFixed(1)} ms`,
      );
      return [{ id: 'chunk-to-tab', value: percentile(late, 0.95), unit: 'ms' }];
    } finally {
      await provider.close();
    }
  },
};

const latenesses = async (folder: string, model: ChatModel): Promise<readonly number[]> => {
  let speak: () => Promise<boolean> = async () => false;
  const speaker: CreateSurface = ({ log, deltas }) => {
    speak = async () => {
      const dataOf = (offset: number, text: string) => ({ offset, text });
      const recorder = createTextRecorder({ log, stream: STREAM, kind: 'message.text', dataOf });
      let offset = 0;
      const request = { messages: [{ role: 'user' as const, text: 'Say the time.' }] };
      for await (const event of model.stream(request, new AbortController().signal)) {
        if (event.kind !== 'text') continue;
        deltas.publish(STREAM, { kind: 'text', id: 'm', offset, text: event.delta });
        recorder.take(event.delta);
        offset += event.delta.length;
      }
      deltas.publish(STREAM, { kind: 'ended', id: 'm' });
      return recorder.settled();
    };
    return { handlers: {}, streamKinds: ['bench'] };
  };
  const started = await createServer({ dataFolder: folder, port: 0, surfaces: [...surfaces, speaker] });
  if (!started.ok) throw new Error(started.error.code);
  const server = started.value;
  try {
    const tab = await openTab(server.origin, await signIn(server.link()));
    tab.say({ subscribe: [{ stream: STREAM, from: 0 }] });
    await tab.until(isLive);
    const heard = listen(tab);
    if (!(await speak())) throw new Error('the text did not become durable');
    const late = await heard;
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
      for (const sent of frame.delta.text.trim().split(' ')) late.push(now - Number(sent));
    }
  }
};
