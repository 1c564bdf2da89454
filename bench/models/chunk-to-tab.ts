import { createTextRecorder } from '@atelier/models';
import { createServer } from '@atelier/server';
import { openTab, signIn } from '../../apps/server/src/testing/tab.ts';
import { type Bench, percentile } from '../bench.ts';
import { ourModel, startChunkServer } from './provider.ts';

const CHUNKS = 2_000;
const PER_SECOND = 200;
const STREAM = 'session/chunks';

/** A provider's chunk on its way to a tab: model, delta, socket; the text goes into the log meanwhile. */
export const chunkToTab: Bench = {
  ids: ['chunk-to-tab'],
  run: async ({ folder, say }) => {
    const provider = await startChunkServer(CHUNKS, 1000 / PER_SECOND);
    const model = ourModel(provider.endpoint);
    let speak: () => Promise<boolean> = async () => false;
    const started = await createServer({
      dataFolder: folder,
      port: 0,
      surfaces: [
        ({ log, deltas }) => {
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
          return { handlers: {}, streamKinds: ['session'] };
        },
      ],
    });
    if (!started.ok) throw new Error(started.error.code);
    const server = started.value;
    const tab = await openTab(server.origin, await signIn(server.link()));
    tab.say({ subscribe: [{ stream: STREAM, from: 0 }] });
    const late: number[] = [];
    const ended = (async () => {
      for (let looked = 0; ; ) {
        await tab.until((frame): frame is (typeof tab.frames)[number] => tab.frames.indexOf(frame) >= looked);
        const now = performance.timeOrigin + performance.now();
        for (; looked < tab.frames.length; looked += 1) {
          const frame = tab.frames[looked];
          if (!frame || !('delta' in frame)) continue;
          if (frame.delta.kind === 'ended') return;
          if (frame.delta.kind !== 'text') continue;
          for (const sent of frame.delta.text.trim().split(' ')) late.push(now - Number(sent));
        }
      }
    })();
    const isDurable = await speak();
    await ended;
    tab.close();
    await server.stop();
    await provider.close();
    if (!isDurable) throw new Error('the text did not become durable');
    say(
      `${late.length} chunks, median ${percentile(late, 0.5).toFixed(2)} ms, most ${Math.max(...late).toFixed(1)} ms`,
    );
    return [{ id: 'chunk-to-tab', value: percentile(late, 0.95), unit: 'ms' }];
  },
};
