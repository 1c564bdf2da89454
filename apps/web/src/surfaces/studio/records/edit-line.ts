import type { ManualOp, StudioEvent } from '@atelier/contracts/studio';
import { createCell } from '../../../client/observable.ts';
import type { ProjectStore, TurnReply } from '../project-store.ts';

type Edit = {
  readonly ops: readonly ManualOp[];
  readonly ids: readonly string[];
  readonly acknowledge?: readonly string[];
  /** The hash of each record as the person saw it, or as this line's own edit before it left it. */
  readonly seen: Map<string, string>;
  readonly resolve: (reply: TurnReply) => void;
};

export type EditOptions = {
  readonly acknowledge?: readonly string[];
  /** The hashes a form was opened with, where they may be older than what the screen shows now. */
  readonly seen?: Readonly<Record<string, string>>;
};

/** How long a screen may take to show what was written before the next edit of the same record goes out anyway. */
const longestMs = 5_000;

/**
 * A person's own edits of records, in order. Two edits of one record follow each other: the second is held against what
 * the first left behind, not against what it replaced, so that nobody conflicts with themselves.
 */
export const createEditLine = (project: ProjectStore) => {
  let waiting: readonly Edit[] = [];
  /** Made, and not yet on the screen. */
  let unseen: readonly Edit[] = [];
  const pending = createCell<readonly ManualOp[]>([]);
  const remember = (edits: readonly Edit[]): void => {
    unseen = edits;
    pending.set(edits.flatMap(({ ops }) => ops));
  };
  const busy = new Set<string>();

  const start = async (edit: Edit): Promise<void> => {
    for (const id of edit.ids) busy.add(id);
    const event: StudioEvent = {
      type: 'manualEdit',
      ops: [...edit.ops],
      ifMatch: Object.fromEntries(edit.seen),
      ...(edit.acknowledge === undefined ? {} : { acknowledge: [...edit.acknowledge] }),
    };
    let reply = await project.send(event);
    while (!reply.ok && reply.error.code === 'QUEUE_FULL') {
      await change(project.queue);
      reply = await project.send(event);
    }
    if (reply.ok && reply.value.outcome === 'done') {
      await until(project, reply.value.headSeq);
      passOn(edit);
    }
    for (const id of edit.ids) busy.delete(id);
    remember(unseen.filter((each) => each !== edit));
    edit.resolve(reply);
    pump();
  };

  const passOn = (edit: Edit): void => {
    const hashes = hashesOf(project);
    for (const later of waiting)
      for (const id of edit.ids) {
        const now = hashes[id];
        if (now !== undefined && later.seen.get(id) === edit.seen.get(id)) later.seen.set(id, now);
      }
  };

  const pump = (): void => {
    const taken = new Set(busy);
    const ready: Edit[] = [];
    for (const edit of waiting) {
      if (!edit.ids.some((id) => taken.has(id))) ready.push(edit);
      for (const id of edit.ids) taken.add(id);
    }
    waiting = waiting.filter((edit) => !ready.includes(edit));
    for (const edit of ready) start(edit).catch(console.error);
  };

  const edit = (ops: readonly ManualOp[], { acknowledge, seen: asSeen }: EditOptions = {}): Promise<TurnReply> =>
    new Promise((resolve) => {
      const hashes = { ...hashesOf(project), ...asSeen };
      const ids = [...new Set(ops.flatMap((op) => (op.op === 'create' ? [] : [op.id])))];
      const seen = new Map(ids.flatMap((id) => (hashes[id] === undefined ? [] : [[id, hashes[id]] as const])));
      const made = { ops, ids, seen, resolve, ...(acknowledge === undefined ? {} : { acknowledge }) };
      waiting = [...waiting, made];
      remember([...unseen, made]);
      pump();
    });
  return { edit, pending };
};

const hashesOf = (project: ProjectStore): Readonly<Record<string, string>> => {
  const state = project.state.get();
  return state.phase === 'ready' ? state.view.hashes : {};
};

const change = (observable: ProjectStore['queue']): Promise<void> =>
  new Promise((resolve) => {
    const stop = observable.subscribe(() => {
      stop();
      resolve();
    });
  });

/** Until the screen shows what was written. */
const until = (project: ProjectStore, seq: number): Promise<void> =>
  new Promise((resolve) => {
    const isThere = () => {
      const state = project.state.get();
      return state.phase === 'ready' && state.seq >= seq;
    };
    if (isThere()) return resolve();
    const finish = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = project.state.subscribe(() => {
      if (isThere()) finish();
    });
    const timer = setTimeout(finish, longestMs);
  });
