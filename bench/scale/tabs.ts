import { eventsPath } from '@atelier/contracts';
import { WebSocket } from 'ws';

export type LightTab = {
  /** How many events have come. */
  readonly events: () => number;
  readonly close: () => void;
};

/** A tab that follows streams and only counts what comes: folding it is the browser's work, on another machine. */
export const openLightTab = async (origin: string, cookie: string, streams: readonly string[]): Promise<LightTab> => {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${eventsPath}`, { headers: { cookie }, origin });
  let events = 0;
  let live = 0;
  let arrived: () => void = () => undefined;
  socket.on('message', (data: Buffer) => {
    if (data.includes('"live":')) live += 1;
    else events += 1;
    if (live === streams.length) arrived();
  });
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  const allLive = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  socket.send(JSON.stringify({ subscribe: streams.map((stream) => ({ stream, from: 0 })) }));
  await allLive;
  return { events: () => events, close: () => socket.close() };
};
