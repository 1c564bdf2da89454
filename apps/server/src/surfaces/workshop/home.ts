import { type ValueOf, type WorkbenchCard, workbenchesStream } from '@atelier/contracts';
import type { Json } from '@atelier/kernel/core';
import type { EventLog } from '@atelier/kernel/ports';
import { createProjection } from '@atelier/kernel/usecases';
import { benchStream, type ContentId, type WorkbenchId } from '@atelier/workshop';
import { type CardState, emptyCard, foldCard, stateOfCard, waitOfCard } from '@atelier/workshop/view';
import type { SurfaceKit } from '../surface.ts';

type Shown = { readonly card: WorkbenchCard; readonly tree: ContentId | null; readonly isDeleted: boolean };

/** Other processes' Workbenches are looked at again no more often than this. */
const LOOK_EVERY_MS = 3_000;
const AT_ONCE = 32;
const MOST_KEPT = 10_000;
const MOST_DELETED = 100;
/** Every letter typed asks for files; nobody waits until thousands of Workbenches are gone through. */
const MOST_SEARCHED = 300;

/** The tiles of Home. Each Workbench is folded into a few fields, kept beside its log, and read on from there. */
export const createHome = (kit: SurfaceKit, pathsIn: (tree: ContentId | null) => Promise<readonly string[]>) => {
  const cards = createProjection<CardState>({
    log: kit.log,
    initial: emptyCard,
    evolve: foldCard,
    keep: MOST_KEPT,
    snapshot: {
      store: kit.storage.snapshots,
      of: { name: 'workbench-card', version: 1 },
      encode: (state) => state as unknown as Json,
      decode: (json) => json as unknown as CardState,
      every: 100,
    },
  });
  const shown = new Map<string, Shown>();
  const moved = new Set<string>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  const look = async (stream: string): Promise<void> => {
    moved.delete(stream);
    const workbenchId = stream.slice('bench/'.length);
    const found = await cards.at(stream);
    if (!found.ok) {
      const known = shown.get(stream)?.card;
      const card = { ...(known ?? unreadable(workbenchId)), isDamaged: true };
      shown.set(stream, { card, tree: null, isDeleted: false });
      return;
    }
    const { state } = found.value;
    // Its birth was cut short: nothing was ever recorded.
    if (state.published === null) return;
    const tree = state.published as ContentId;
    const { length } = await pathsIn(tree).catch(() => []);
    shown.set(stream, { card: cardOf(workbenchId, state, length), tree, isDeleted: state.isDeleted });
  };

  const lookAt = async (streams: Iterable<string>): Promise<void> => {
    const wanted = streams[Symbol.iterator]();
    const work = async (): Promise<void> => {
      for (let next = wanted.next(); !next.done && !kit.stopping.aborted; next = wanted.next()) await look(next.value);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };

  const tell = (stream: string, next: number | null): void =>
    kit.deltas.publish(workbenchesStream, { kind: 'moved', id: stream.slice('bench/'.length), next });

  /** Every Workbench, whoever wrote to it: another process may have, and says nothing to this one. */
  const lookAtAll = async (): Promise<void> => {
    const streams = await kit.log.list('bench');
    const there = new Set(streams);
    const before = new Map(shown);
    await lookAt(streams);
    for (const stream of shown.keys()) if (!there.has(stream)) shown.delete(stream);
    for (const [stream, { card }] of shown)
      if (before.size > 0 && before.get(stream)?.card.updatedAt !== card.updatedAt) tell(stream, null);
    lookedAt = performance.now();
  };
  let looking: Promise<void> | undefined;
  const lookAgain = (): Promise<void> => {
    looking ??= lookAtAll().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  /** The first look waits for all of them; later ones only for what this process wrote. */
  const refresh = async (): Promise<void> => {
    if (lookedAt === Number.NEGATIVE_INFINITY) return lookAgain();
    await lookAt([...moved]);
    if (performance.now() - lookedAt > LOOK_EVERY_MS) lookAgain().catch((cause) => kit.onFault(cause, 'home'));
  };

  const cardsOfDeleted = (): WorkbenchCard[] =>
    [...shown.values()].filter(({ isDeleted }) => isDeleted).map(({ card }) => card);

  return {
    /** A Workbench was written to by this process. */
    touched: (stream: string, next: number): void => {
      moved.add(stream);
      tell(stream, next);
    },
    page: async (query: string, from: number, limit: number): Promise<ValueOf<'WorkbenchList'>> => {
      await refresh();
      const all = [...shown.values()].filter(({ isDeleted }) => !isDeleted).map(({ card }) => card);
      const wanted = query.trim().toLowerCase();
      const found = all.filter(({ name }) => name.toLowerCase().includes(wanted)).sort(byUrgency);
      const deleted = cardsOfDeleted()
        .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
        .slice(0, MOST_DELETED)
        .map(({ workbenchId, name, updatedAt }) => ({ workbenchId, name, deletedAt: updatedAt }));
      return { cards: found.slice(from, from + limit), total: found.length, all: all.length, deleted };
    },
    /** Published files by name, of the Workbenches that changed last. */
    files: async (query: string, limit: number): Promise<ValueOf<'WorkbenchFilesFind'>> => {
      await refresh();
      const wanted = query.trim().toLowerCase();
      const newest = [...shown.values()]
        .filter(({ isDeleted }) => !isDeleted)
        .sort((a, b) => (a.card.updatedAt < b.card.updatedAt ? 1 : -1))
        .slice(0, MOST_SEARCHED);
      const files: ValueOf<'WorkbenchFilesFind'>['files'] = [];
      for (const { card, tree } of newest) {
        const { workbenchId, name, updatedAt } = card;
        for (const path of await pathsIn(tree).catch(() => []))
          if (path.toLowerCase().includes(wanted)) files.push({ workbenchId, name, path, updatedAt });
        if (files.length >= limit) break;
      }
      return { files: files.slice(0, limit) };
    },
    /** Those that people deleted, and that can still be brought back. */
    deleted: async (): Promise<readonly string[]> => {
      await refresh();
      return cardsOfDeleted().map(({ workbenchId }) => workbenchId);
    },
    /** It is gone for good. */
    removed: (stream: string): void => void shown.delete(stream),
    /** The Workbench that was opened on a folder, if there is one. */
    ofFolder: async (folder: string): Promise<WorkbenchId | undefined> => {
      await refresh();
      const found = [...shown.values()].find(({ card, isDeleted }) => !isDeleted && card.folder === folder);
      return found?.card.workbenchId as WorkbenchId | undefined;
    },
  };
};
export type Home = ReturnType<typeof createHome>;

/** The log as the Workshop writes to it: Home hears of each Workbench that moved. */
export const watchBenches = (log: EventLog, touched: Home['touched']): EventLog => ({
  ...log,
  append: async (stream, events, options) => {
    const appended = await log.append(stream, events, options);
    if (appended.ok && stream.startsWith(prefix)) touched(stream, appended.value.next);
    return appended;
  },
  importStream: async (stream, commits) => {
    const imported = await log.importStream(stream, commits);
    if (imported.ok && stream.startsWith(prefix)) touched(stream, imported.value.next);
    return imported;
  },
});
const prefix = benchStream('' as WorkbenchId);

const cardOf = (workbenchId: string, state: CardState, files: number): WorkbenchCard => ({
  workbenchId,
  name: state.name,
  createdAt: state.createdAt,
  updatedAt: state.updatedAt,
  files,
  hasDraft: state.draftId !== null,
  state: stateOfCard(state),
  waitsFor: waitOfCard(state),
  modelId: state.modelId,
  folder: state.folder,
  isDamaged: false,
});

const unreadable = (workbenchId: string): WorkbenchCard => cardOf(workbenchId, emptyCard, 0);

const rank = ({ waitsFor }: WorkbenchCard): number => (waitsFor === null ? 2 : waitsFor === 'draft' ? 1 : 0);

/** What waits for a person first, then what changed last. */
const byUrgency = (a: WorkbenchCard, b: WorkbenchCard): number =>
  rank(a) - rank(b) || (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0);
