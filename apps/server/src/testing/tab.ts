import {
  type ClientFrame,
  type CommandClient,
  createCommandClient,
  eventsAddress,
  framesIn,
  ServerFrame,
} from '@atelier/contracts';
import { WebSocket } from 'ws';

/** Opens a link as a browser would and returns the cookie it was given. */
export const signIn = async (link: string): Promise<string> => {
  const page = await fetch(link);
  await page.arrayBuffer();
  const cookie = page.headers.getSetCookie()[0]?.split(';')[0];
  if (cookie === undefined) throw new Error(`The link answered ${page.status} and set no cookie.`);
  return cookie;
};

/** Commands as a page of `origin` sends them. */
export const pageClient = (origin: string, cookie: string): CommandClient =>
  createCommandClient({ origin, headers: { cookie, origin } });

export type Tab = {
  readonly frames: ServerFrame[];
  readonly say: (frame: ClientFrame | string) => void;
  /** The first frame that fits, of those that came and those that will. */
  readonly until: <Frame extends ServerFrame>(fits: (frame: ServerFrame) => frame is Frame) => Promise<Frame>;
  readonly seqs: (stream: string) => number[];
  readonly closed: Promise<number>;
  readonly close: () => void;
};

/** The event connection of one tab. Every frame is checked against the contract. */
export const openTab = async (origin: string, cookie: string): Promise<Tab> => {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${eventsAddress}`, { headers: { cookie }, origin });
  const frames: ServerFrame[] = [];
  let arrived: () => void = () => undefined;
  socket.on('message', (data) => {
    for (const frame of framesIn(data.toString())) frames.push(ServerFrame.parse(frame));
    arrived();
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  return {
    frames,
    say: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    until: async (fits) => {
      for (let looked = 0; ; ) {
        const found = frames.slice(looked).find(fits);
        if (found) return found;
        looked = frames.length;
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
    },
    seqs: (stream) => frames.flatMap((frame) => ('seq' in frame && frame.stream === stream ? [frame.seq] : [])),
    closed,
    close: () => socket.close(),
  };
};

export const isLive = (frame: ServerFrame): frame is Extract<ServerFrame, { live: number }> => 'live' in frame;
export const isEventAt =
  (seq: number) =>
  (frame: ServerFrame): frame is Extract<ServerFrame, { seq: number }> =>
    'seq' in frame && frame.seq === seq;
