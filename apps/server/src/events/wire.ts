import type { ServerFrame } from '@atelier/contracts';

/** The sending half of one event connection, as the connection sees it. */
export type Wire = {
  readonly send: (frame: ServerFrame) => void;
  /** Bytes accepted but not yet taken by the network. */
  readonly congested: () => boolean;
  /** Resolves when there is room again, or when the wire is gone. */
  readonly room: () => Promise<void>;
  readonly close: (code: number, reason: string) => void;
};

type Socket = {
  readonly bufferedAmount: number;
  readonly send: (text: string, sent: (error?: Error) => void) => void;
  readonly close: (code: number, reason: string) => void;
};

/** A tab that does not read (asleep, throttled) makes its own connection wait, and nothing else. */
const highWater = 1024 * 1024;

/** Tabs that follow one stream are handed the same event: it is written down once, however many there are. */
const textByEvent = new WeakMap<object, string>();

const frameToText = (frame: ServerFrame): string => {
  if (!('event' in frame)) return JSON.stringify(frame);
  const { stream, seq, event } = frame;
  let text = textByEvent.get(event);
  if (text === undefined) {
    text = JSON.stringify(event);
    textByEvent.set(event, text);
  }
  return `{"stream":${JSON.stringify(stream)},"seq":${seq},"event":${text}}`;
};

export const createSocketWire = (socket: Socket): Wire => {
  let waiting: (() => void)[] = [];
  const congested = () => socket.bufferedAmount > highWater;
  const release = () => {
    const released = waiting;
    waiting = [];
    for (const resume of released) resume();
  };
  return {
    send: (frame) =>
      socket.send(frameToText(frame), (error) => {
        // A send that failed means that the socket is closing: whoever waits must get to know it.
        if (error || !congested()) release();
      }),
    congested,
    room: () => (congested() ? new Promise((resume) => waiting.push(resume)) : Promise.resolve()),
    close: (code, reason) => {
      socket.close(code, reason);
      release();
    },
  };
};
