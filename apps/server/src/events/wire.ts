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
const mostGathered = 256 * 1024;

/**
 * Writing to twenty tabs costs more than the commit they are told of. So what is sent in one turn (the events of a
 * commit) leaves as one message, at once after a rest. While events keep coming, those of a few commits leave together.
 * A page that takes one frame at a time gets each at once.
 */
export const createSocketWire = (socket: Socket, takesMany = false): Wire => {
  let gathered: Buffer[] = [];
  let gatheredBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let wentAt = Number.NEGATIVE_INFINITY;
  let waiting: (() => void)[] = [];
  const congested = () => socket.bufferedAmount + gatheredBytes > highWater;
  const release = () => {
    const released = waiting;
    waiting = [];
    for (const resume of released) resume();
  };
  const sendOut = (bytes: Buffer) =>
    socket.send(bytes, { binary: false }, (error) => {
      // A send that failed means that the socket is closing: whoever waits must get to know it.
      if (error || !congested()) release();
    });
  const letGo = () => {
    clearTimeout(timer);
    timer = undefined;
    const [first, ...more] = gathered;
    if (first === undefined) return;
    gathered = [];
    gatheredBytes = 0;
    wentAt = performance.now();
    sendOut(more.length === 0 ? first : asList([first, ...more]));
  };
  /** Only events wait: for whatever else is said (text as it is written, an answer), what was held goes along. */
  const gather = (bytes: Buffer, mayWait: boolean) => {
    const isFirst = gathered.length === 0;
    gathered.push(bytes);
    gatheredBytes += bytes.length;
    if (gatheredBytes > mostGathered) return letGo();
    if (isFirst && mayWait && performance.now() - wentAt < 2 * gatherMs) timer = setTimeout(letGo, gatherMs);
    else if (isFirst || (!mayWait && timer !== undefined)) process.nextTick(letGo);
  };
  return {
    send: (frame) => {
      const bytes = frameToBytes(frame);
      if (takesMany) gather(bytes, 'event' in frame);
      else sendOut(bytes);
    },
    congested,
    room: () => (congested() ? new Promise((resume) => waiting.push(resume)) : Promise.resolve()),
    close: (code, reason) => {
      letGo();
      socket.close(code, reason);
      release();
    },
  };
};

const [opening, comma, closing] = ['[', ',', ']'].map((mark) => Buffer.from(mark)) as [Buffer, Buffer, Buffer];

const asList = (frames: readonly Buffer[]): Buffer =>
  Buffer.concat([opening, ...frames.flatMap((frame, index) => (index === 0 ? [frame] : [comma, frame])), closing]);
