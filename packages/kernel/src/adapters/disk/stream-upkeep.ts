import type { StreamId } from '../../core/event.ts';
import { err, ok } from '../../core/result.ts';
import { parseStreamId } from '../../core/stream-name.ts';
import { writeRefused } from '../../core/system-error.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { Heads } from '../../ports/heads.ts';
import type { RemoveStream } from '../../ports/stream-removal.ts';
import type { World } from '../stamp.ts';
import { type Compacted, compactStream } from './compact-stream.ts';
import type { HeadKeeper } from './head-keeper.ts';
import { streamFolder } from './layout.ts';
import type { OpenStreams } from './open-streams.ts';
import { removeStream } from './remove-stream.ts';
import { acceptStreamEnd, type Repaired, repairStream, type Salvaged, salvageStream } from './repair.ts';
import type { StreamWriter } from './stream-writer.ts';
import { unreadableTrouble } from './unreadable.ts';

export type StreamUpkeep = {
  /** The validated prefix of a stream that may be unhealthy: to be shown, never continued from. */
  readonly salvage: (stream: StreamId) => Promise<Salvaged>;
  readonly remove: RemoveStream;
  /** Makes a stream that rests smaller, and changes nothing that it says. */
  readonly compact: (stream: StreamId) => Promise<Compacted>;
  /** Only ever on an operator's word: copies the stream aside, then cuts it after its last complete commit. */
  readonly repair: (stream: StreamId) => Promise<Repaired>;
  /** Only ever on an operator's word: signs a whole stream as it stands, whatever its head attested. */
  readonly acceptEnd: (stream: StreamId) => Promise<Repaired>;
};

type Deps = {
  readonly fs: FileSystem;
  readonly data: string;
  readonly world: World;
  readonly heads: Heads;
  readonly keeper: HeadKeeper;
  readonly streams: OpenStreams;
  readonly writerOf: (stream: StreamId) => StreamWriter;
  /** Throws once the log is closed. */
  readonly mustBeOpen: () => void;
  readonly onRepaired: (stream: StreamId) => void;
  readonly onRemoved: (stream: StreamId) => void;
};

/** What is done to a stream as a whole. */
export const createStreamUpkeep = (deps: Deps): StreamUpkeep => {
  const { fs, data, world, heads, keeper, streams, writerOf, mustBeOpen } = deps;

  const repairing = async (name: StreamId, act: typeof repairStream): Promise<Repaired> => {
    mustBeOpen();
    const parsed = parseStreamId(name);
    if (!parsed.ok) return parsed;
    const [folder, writer] = [streamFolder(data, name), writerOf(name)];
    const done = await act({ fs, data, folder, stream: name, writer, heads, now: world.clock.now });
    if (done.ok) deps.onRepaired(name);
    return done;
  };

  return {
    salvage: async (name) => {
      // As for `health`: what cannot be a stream reads as an empty one.
      if (!parseStreamId(name).ok) return { events: [], health: { kind: 'healthy', next: 0 } };
      const folder = streamFolder(data, name);
      try {
        return salvageStream(fs, folder, name);
      } catch (cause) {
        const health = unreadableTrouble(cause, folder);
        if (!health) throw cause;
        return { events: [], health };
      }
    },
    compact: async (name) => {
      mustBeOpen();
      const parsed = parseStreamId(name);
      if (!parsed.ok) return parsed;
      const { folder, view } = streams.of(name);
      try {
        // Nothing to make smaller, and nothing to make: taking the lock would give birth to its folder.
        if (!fs.statSync(folder)) return ok({ savedBytes: 0 });
        return await compactStream(fs, folder, view, writerOf(name));
      } catch (cause) {
        return err(writeRefused(cause, false));
      }
    },
    remove: async (name, expected) => {
      mustBeOpen();
      const folder = streamFolder(data, name);
      if (!fs.statSync(folder)) return ok(undefined);
      try {
        const ownName = Buffer.from(world.entropy.bytes(12)).toString('hex');
        const { view } = streams.of(name);
        const forgetHead = async (): Promise<void> => {
          await keeper.forget(name);
          await heads.forget(name);
        };
        const writer = writerOf(name);
        const removed = await removeStream({ fs, data, folder, view, writer, forgetHead, ownName }, expected);
        if (!removed.ok) return removed;
      } catch (cause) {
        return err(writeRefused(cause, false));
      }
      streams.forget(name);
      deps.onRemoved(name);
      return ok(undefined);
    },
    repair: (name) => repairing(name, repairStream),
    acceptEnd: (name) => repairing(name, acceptStreamEnd),
  };
};
