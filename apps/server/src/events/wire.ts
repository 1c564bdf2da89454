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
  readonly send: (bytes: Buffer, options: { readonly binary: false }, sent: (error?: Error) => void) => void;
  readonly close: (code: number, reason: string) => void;
};

/** What lies below the socket: holds back what is written, and lets it go in one piece. */
export type Line = { readonly cork: () => void; readonly uncork: () => void };

/** A tab that does not read (asleep, throttled) makes its own connection wait, and nothing else. */
const highWater = 1024 * 1024;

/** Tabs that follow one stream are handed the same event: it is written down once, however many there are. */
const bytesByEvent = new WeakMap<object, Buffer>();

const frameToBytes = (frame: ServerFrame): Buffer => {
  if (!('event' in frame)) return Buffer.from(JSON.stringify(frame));
  const written = bytesByEvent.get(frame.event);
  if (written) return written;
  const bytes = Buffer.from(JSON.stringify(frame));
  bytesByEvent.set(frame.event, bytes);
  return bytes;
};

/** About one frame of a screen: while events keep coming, a tab is written to that often. */
const gatherMs = 16;

/**
 * Writing to twenty tabs costs more than the commit they are told of. What is sent in one turn (the events of a commit)
 * leaves in one piece, at once after a rest. While events keep coming, those of a few commits leave together.
 */
const createGathering = (line: Line | undefined) => {
  let held = false;
  let timer: NodeJS.Timeout | undefined;
  let wentAt = Number.NEGATIVE_INFINITY;
  const letGo = () => {
    if (!held) return;
    held = false;
    clearTimeout(timer);
    timer = undefined;
    wentAt = performance.now();
    line?.uncork();
  };
  return {
    letGo,
    /** For whatever cannot wait (text as it is written, an answer), what was held goes along. */
    hold: (mayWait: boolean) => {
      if (!line) return;
      if (!held) {
        held = true;
        line.cork();
        if (mayWait && performance.now() - wentAt < 2 * gatherMs) timer = setTimeout(letGo, gatherMs);
        else process.nextTick(letGo);
      } else if (!mayWait && timer !== undefined) {
        clearTimeout(timer);
        timer = undefined;
        process.nextTick(letGo);
      }
    },
  };
};

export const createSocketWire = (socket: Socket, line?: Line): Wire => {
  const gathering = createGathering(line);
  let waiting: (() => void)[] = [];
  const congested = () => socket.bufferedAmount > highWater;
  const release = () => {
    const released = waiting;
    waiting = [];
    for (const resume of released) resume();
  };
  return {
    send: (frame) => {
      gathering.hold('event' in frame);
      socket.send(frameToBytes(frame), { binary: false }, (error) => {
        // A send that failed means that the socket is closing: whoever waits must get to know it.
        if (error || !congested()) release();
      });
      if (congested()) gathering.letGo();
    },
    congested,
    room: () => (congested() ? new Promise((resume) => waiting.push(resume)) : Promise.resolve()),
    close: (code, reason) => {
      gathering.letGo();
      socket.close(code, reason);
      release();
    },
  };
};
