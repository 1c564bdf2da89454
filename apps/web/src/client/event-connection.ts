import {
  type ClientFrame,
  type Delta,
  type ErrorEnvelope,
  framesIn,
  ServerFrame,
  type WireEvent,
} from '@atelier/contracts';
import { backoffMs } from './backoff.ts';
import { createCell, type Observable } from './observable.ts';
import type { OpenSocket, Socket } from './socket.ts';

export type ConnectionState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live'; readonly boot: string; readonly version: string }
  | { readonly kind: 'waiting'; readonly attempt: number }
  | { readonly kind: 'signed_out' };

export type Follower = {
  readonly event: (event: WireEvent) => void;
  readonly delta?: (delta: Delta) => void;
  /** Everything recorded before this moment has been handed over. */
  readonly live?: () => void;
  /** Who else is here now, and where; told to whoever said where they are. */
  readonly present?: (people: readonly Present[]) => void;
  readonly refused: (error: ErrorEnvelope) => void;
};

export type Present = { readonly person: string; readonly place: string };
/** Where a tab is in a stream that it follows. */
export type Whereabouts = { readonly stream: string; readonly place: string };

export type EventConnection = {
  readonly state: Observable<ConnectionState>;
  /** Hands over every event of `stream` from seq `from` on, once and in order, over any number of reconnects. */
  readonly follow: (stream: string, from: number, follower: Follower) => () => void;
  /** Says where this tab is, for others who are there; null is nowhere. Said again after a reconnect. */
  readonly here: (at: Whereabouts | null) => void;
  /** Try now instead of waiting: the machine woke up, the tab came forward. */
  readonly retryNow: () => void;
  readonly close: () => void;
};

type Ports = {
  readonly openSocket: OpenSocket;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly random: () => number;
  /** A browser does not say why an upgrade failed, so a command is asked instead. */
  readonly isSignedOut: () => Promise<boolean>;
};

type Following = { next: number; readonly follower: Follower };

const pingEveryMs = 20_000;
const pongWithinMs = 8_000;

export const createEventConnection = ({ openSocket, after, random, isSignedOut }: Ports): EventConnection => {
  const state = createCell<ConnectionState>({ kind: 'connecting' });
  const followingsByStream = new Map<string, Set<Following>>();
  let socket: Socket | undefined;
  let attempt = 0;
  let tries = 0;
  let pings = 0;
  let closedForGood = false;
  let whereabouts: Whereabouts | null = null;
  let cancelTimer = () => {};

  const say = (frame: ClientFrame) => socket?.send(JSON.stringify(frame));

  const subscription = (stream: string) => ({ stream, from: earliest(followingsByStream.get(stream)) });

  const connect = () => {
    cancelTimer();
    tries += 1;
    const mine = tries;
    let ready = false;
    // Another try may begin while this one is still under way: the one before it has no say any more.
    const stale = () => mine !== tries || closedForGood;
    socket?.close();
    socket = openSocket({
      opened: () => {},
      received: (text) => {
        if (stale()) return;
        const frames = parseFrames(text);
        if (frames.length > 0) heard();
        for (const frame of frames) {
          // What one frame leads to may end this connection.
          if (stale()) return;
          if (!('ready' in frame)) {
            handOver(frame);
            continue;
          }
          ready = true;
          attempt = 0;
          state.set({ kind: 'live', ...frame.ready });
          for (const batch of inBatches([...followingsByStream.keys()])) say({ subscribe: batch.map(subscription) });
          if (whereabouts) say({ here: whereabouts });
        }
      },
      closed: () => {
        if (stale()) return;
        socket = undefined;
        cancelTimer();
        lost(ready, stale).catch(console.error);
      },
    });
  };

  const lost = async (wasReady: boolean, stale: () => boolean) => {
    const signedOut = !wasReady && (await isSignedOut().catch(() => false));
    if (stale()) return;
    if (signedOut) state.set({ kind: 'signed_out' });
    else wait();
  };

  const wait = () => {
    state.set({ kind: 'waiting', attempt });
    cancelTimer = after(backoffMs(attempt, random), connect);
    attempt += 1;
  };

  // A connection can die without a word (sleep, a pulled cable): silence after a ping ends it.
  const heard = () => {
    cancelTimer();
    const open = socket;
    cancelTimer = after(pingEveryMs, () => {
      pings += 1;
      say({ ping: pings });
      cancelTimer = after(pongWithinMs, () => open?.close());
    });
  };

  const handOver = (frame: Exclude<ServerFrame, { ready: unknown }>) => {
    if ('pong' in frame || frame.stream === undefined) return;
    const followings = followingsByStream.get(frame.stream);
    if (followings === undefined) return;
    if ('event' in frame) {
      if (frame.seq > earliest(followings)) return say({ subscribe: [subscription(frame.stream)] });
      for (const following of [...followings]) {
        if (following.next !== frame.seq) continue;
        following.next += 1;
        following.follower.event(frame.event);
      }
      return;
    }
    for (const { follower } of [...followings]) {
      if ('delta' in frame) follower.delta?.(frame.delta);
      else if ('live' in frame) follower.live?.();
      else if ('present' in frame) follower.present?.(frame.present);
      else follower.refused(frame.refused);
    }
  };

  connect();
  return {
    state,
    follow: (stream, from, follower) => {
      const following: Following = { next: from, follower };
      const followings = followingsByStream.get(stream) ?? new Set();
      followingsByStream.set(stream, followings.add(following));
      if (state.get().kind === 'live') say({ subscribe: [subscription(stream)] });
      return () => {
        followings.delete(following);
        if (followings.size > 0 || followingsByStream.get(stream) !== followings) return;
        followingsByStream.delete(stream);
        if (state.get().kind === 'live') say({ unsubscribe: [stream] });
      };
    },
    here: (at) => {
      whereabouts = at;
      if (state.get().kind === 'live') say({ here: at });
    },
    retryNow: () => {
      const { kind } = state.get();
      if (closedForGood || (kind !== 'waiting' && kind !== 'signed_out')) return;
      attempt = 0;
      state.set({ kind: 'connecting' });
      connect();
    },
    close: () => {
      closedForGood = true;
      cancelTimer();
      socket?.close();
    },
  };
};

const earliest = (followings: ReadonlySet<Following> | undefined): number =>
  Math.min(...[...(followings ?? [])].map(({ next }) => next));

const inBatches = (streams: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(streams.length / 64) }, (_, batch) => streams.slice(batch * 64, batch * 64 + 64));

/** A newer server may say more than this page understands; what it does understand still counts. */
const parseFrames = (text: string): readonly ServerFrame[] => {
  try {
    return framesIn(text).flatMap((said) => {
      const frame = ServerFrame.safeParse(said);
      return frame.success ? [frame.data] : [];
    });
  } catch {
    return [];
  }
};
