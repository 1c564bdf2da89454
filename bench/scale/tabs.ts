import { eventsAddress } from '@atelier/contracts';
import { WebSocket } from 'ws';
import { isLive, openTab } from '../../apps/server/src/testing/tab.ts';

export type Followed = { readonly stream: string; readonly from: number };

export type LightTab = {
  /** How many messages have come, each with one event or more. */
  readonly messages: () => number;
  readonly close: () => void;
};

const said = '"live":';

/** A tab that follows streams and only counts what comes: folding it is the browser's work, on another machine. */
export const openLightTab = async (
  origin: string,
  cookie: string,
  followed: readonly Followed[],
): Promise<LightTab> => {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${eventsAddress}`, { headers: { cookie }, origin });
  let messages = 0;
  let live = 0;
  let arrived: () => void = () => undefined;
  socket.on('message', (data: Buffer) => {
    messages += 1;
    // Not parsed: that, too, is the browser's work. Nothing that is written here says it.
    for (let at = data.indexOf(said); at !== -1; at = data.indexOf(said, at + 1)) live += 1;
    if (live === followed.length) arrived();
  });
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  const allLive = new Promise<void>((resolve, reject) => {
    arrived = resolve;
    socket.on('close', (code) => reject(new Error(`the server ended a tab with ${code} before it was live`)));
  });
  socket.send(JSON.stringify({ subscribe: followed }));
  await allLive;
  return { messages: () => messages, close: () => socket.close() };
};

/** The same streams from where they end now: as a page follows them once it has loaded its view. */
export const fromTheirEnds = async (
  origin: string,
  cookie: string,
  followed: readonly Followed[],
): Promise<readonly Followed[]> => {
  const tab = await openTab(origin, cookie);
  tab.say({ subscribe: [...followed] });
  const ends: Followed[] = [];
  for (const { stream } of followed) {
    const arrived = await tab.until(
      (frame): frame is { stream: string; live: number } => isLive(frame) && frame.stream === stream,
    );
    ends.push({ stream, from: arrived.live });
  }
  tab.close();
  return ends;
};
