import type { StreamId } from '../../core/event.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { streamFolder } from './layout.ts';
import { createStreamHealth, type StreamHealth } from './stream-health.ts';
import { createStreamView, type StreamView } from './stream-view.ts';
import type { StreamWriter } from './stream-writer.ts';

export type OpenStream = {
  readonly folder: string;
  readonly view: StreamView;
  readonly health: StreamHealth;
  writer?: StreamWriter;
  wrote: boolean;
};

export type OpenStreams = {
  readonly of: (name: StreamId) => OpenStream;
  /** Whether it was asked for last: then it is open, and its name was looked at. */
  readonly isLatest: (name: StreamId) => boolean;
  readonly forget: (name: StreamId) => void;
  readonly close: () => Promise<void>;
};

/** Streams kept open; beyond this the least lately used idle ones are let go. */
export const MAX_OPEN = 256;

export const createOpenStreams = (fs: FileSystem, data: string): OpenStreams => {
  const streams = new Map<StreamId, OpenStream>();
  /** The last one in `streams`: appends that wait together ask for it one after the other. */
  let latest: { readonly name: StreamId; readonly stream: OpenStream } | undefined;

  const letGo = (): void => {
    for (const [name, { writer }] of streams) {
      if (streams.size <= MAX_OPEN) return;
      if (name === latest?.name || (writer && !writer.isIdle())) continue;
      streams.delete(name);
      void writer?.close();
    }
  };

  return {
    of: (name) => {
      if (latest?.name === name) return latest.stream;
      let stream = streams.get(name);
      if (stream) streams.delete(name);
      else {
        const folder = streamFolder(data, name);
        const view = createStreamView(fs, folder, name);
        stream = { folder, view, health: createStreamHealth(fs, folder, view), wrote: false };
      }
      streams.set(name, stream);
      latest = { name, stream };
      if (streams.size > MAX_OPEN) letGo();
      return stream;
    },
    isLatest: (name) => latest?.name === name,
    forget: (name) => {
      streams.delete(name);
      if (latest?.name === name) latest = undefined;
    },
    close: async () => {
      await Promise.all([...streams.values()].map(({ writer }) => writer?.close()));
    },
  };
};
