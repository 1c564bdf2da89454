import { createTurns } from '@atelier/kernel/core';
import type { SharedRecords } from '@atelier/kernel/ports';
import { z } from 'zod';

/** Somebody who has a stream open now, and where in it they are. */
export type Here = { readonly person: string; readonly stream: string; readonly place: string };

export type Presence = {
  /** Where one tab is; undefined when it is nowhere, or gone. */
  readonly say: (tab: object, here: Here | undefined) => void;
  readonly at: (stream: string) => readonly Omit<Here, 'stream'>[];
  /** Told of every stream whose people moved. Returns what stops the listening. */
  readonly listen: (listener: (stream: string) => void) => () => void;
  readonly stop: () => Promise<void>;
};

type Deps = {
  /** This start of this server. */
  readonly boot: string;
  /** Where servers on one database meet; none where there is one server. */
  readonly records?: SharedRecords | undefined;
  /** Milliseconds that only go forwards; not the time of day, which differs between machines. */
  readonly now?: () => number;
  /** The time of day, for telling what a server says now from what one left behind that crashed long ago. */
  readonly timeOfDay?: () => number;
  readonly onFault: (cause: unknown) => void;
  readonly tickMs?: number;
  /** How long a server that says nothing more is believed: with its last word before, under 30 s after a crash. */
  readonly lostMs?: number;
};

const RECORD = 'server.presence';
const beatMs = 5_000;
const mostTries = 8;

const HereShape = z.object({ person: z.string(), stream: z.string(), place: z.string() });
/** By server: a counter that moves as long as it lives, when it spoke, and who is there. Written over, never kept. */
const Shared = z.record(z.string(), z.object({ beat: z.int(), at: z.int().optional(), here: z.array(HereShape) }));
type Shared = z.infer<typeof Shared>;

type OtherServer = {
  readonly beat: number;
  readonly movedAt: number;
  /** Spoke a moment ago by the time of day, or was seen to move since: one that only left its last word is not there. */
  readonly isAlive: boolean;
  readonly here: readonly Here[];
};

/** Who is where right now, over all servers of one database. Nothing of it is ever in the log. */
export const createPresence = (deps: Deps): Presence => {
  const { boot, records, now = () => performance.now(), timeOfDay = Date.now, onFault } = deps;
  const { tickMs = 1_000, lostMs = 20_000 } = deps;
  const hereByTab = new Map<object, Here>();
  const listeners = new Set<(stream: string) => void>();
  const { inTurn } = createTurns<string>();
  const others = new Map<string, OtherServer>();
  let told = new Map<string, string>();
  let beat = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  let isChanged = false;
  let isShared = false;
  let timer: NodeJS.Timeout | undefined;

  const everybody = (): readonly Here[] => [
    ...hereByTab.values(),
    ...[...others.values()]
      .filter(({ isAlive, movedAt }) => isAlive && now() - movedAt < lostMs)
      .flatMap(({ here }) => here),
  ];
  const at = (stream: string) => {
    const rows = everybody().filter((here) => here.stream === stream);
    // Two tabs of one person at one place are one person there.
    const byKey = new Map(rows.map(({ person, place }) => [`${person}\n${place}`, { person, place }]));
    return [...byKey.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  };

  const tell = (): void => {
    const streams = new Set([...everybody().map(({ stream }) => stream), ...told.keys()]);
    const next = new Map([...streams].map((stream) => [stream, JSON.stringify(at(stream))] as const));
    const moved = [...streams].filter((stream) => (told.get(stream) ?? '[]') !== next.get(stream));
    told = new Map([...next].filter(([, text]) => text !== '[]'));
    for (const stream of moved) for (const listener of listeners) listener(stream);
  };

  const hear = (shared: Shared): void => {
    for (const [server, { beat: theirs, at: saidAt, here }] of Object.entries(shared)) {
      if (server === boot) continue;
      const before = others.get(server);
      if (before?.beat === theirs) continue;
      // One whose clock is wrong is believed with its next beat.
      const isRecent = saidAt === undefined || Math.abs(timeOfDay() - saidAt) < lostMs;
      others.set(server, { beat: theirs, movedAt: now(), isAlive: before !== undefined || isRecent, here });
    }
    for (const server of others.keys()) if (!Object.hasOwn(shared, server)) others.delete(server);
  };

  const exchange = async (shop: SharedRecords): Promise<void> => {
    let text = await shop.putIfAbsent(RECORD, '{}');
    hear(readShared(text));
    const isDue = isChanged || (hereByTab.size > 0 && now() - saidAt >= beatMs);
    for (let tries = 0; isDue && tries < mostTries; tries += 1) {
      const { [boot]: _own, ...rest } = readShared(text);
      const alive = Object.entries(rest).filter(([server]) => {
        const known = others.get(server);
        return known === undefined || now() - known.movedAt < 3 * lostMs;
      });
      const own =
        hereByTab.size > 0 ? [[boot, { beat: beat + 1, at: timeOfDay(), here: [...hereByTab.values()] }] as const] : [];
      const after = JSON.stringify(Object.fromEntries([...alive, ...own]));
      if (after === text || (await shop.replace(RECORD, text, after))) {
        beat += 1;
        saidAt = now();
        isChanged = false;
        isShared = own.length > 0;
        return;
      }
      text = (await shop.read(RECORD)) ?? '{}';
      hear(readShared(text));
    }
  };

  const tick = (): Promise<void> =>
    inTurn('tick', async () => {
      if (records) await exchange(records).catch(onFault);
      tell();
      // Whoever has nobody here asks nobody.
      if (hereByTab.size === 0 && !isChanged) {
        clearInterval(timer);
        timer = undefined;
        others.clear();
      }
    });

  return {
    at,
    say: (tab, here) => {
      if (here) hereByTab.set(tab, here);
      else if (!hereByTab.delete(tab)) return;
      isChanged = records !== undefined;
      tell();
      if (!records) return;
      timer ??= setInterval(() => void tick(), tickMs);
      timer.unref();
      void tick();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: async () => {
      clearInterval(timer);
      hereByTab.clear();
      if (!records || !isShared) return;
      isChanged = true;
      await tick().catch(onFault);
    },
  };
};

const readShared = (text: string): Shared => {
  try {
    return Shared.parse(JSON.parse(text));
  } catch {
    // Written by a newer version, perhaps: who is there now says so again in a moment.
    return {};
  }
};
