import { applyDelta, type Delta, type ErrorEnvelope, type LiveDeltas, type Result } from '@atelier/contracts';
import {
  type ProjectView,
  projectStream,
  type StudioEvent,
  type StudioTurnDone,
  type Unread,
} from '@atelier/contracts/studio';
import type { Atelier } from '../../client/atelier.ts';
import { isAway } from '../../client/away.ts';
import type { Present } from '../../client/event-connection.ts';
import { createCell, type Observable } from '../../client/observable.ts';
import { mergeView } from './merge-view.ts';
import {
  createHeld,
  emptyQueue,
  isFull,
  queued,
  type Sending,
  type SendQueue,
  settled,
  standsInLine,
} from './send-queue.ts';

export type ProjectState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'refused'; readonly error: ErrorEnvelope }
  | { readonly phase: 'ready'; readonly view: ProjectView; readonly seq: number };

export type TurnReply = Result<StudioTurnDone, ErrorEnvelope>;

/** An answer on its way: its turn, and what it says up to now. */
export type Saying = { readonly turnId: string; readonly text: string };

/** One open project: what it holds, what was answered to this tab, and the one way to do something to it. */
export type ProjectStore = {
  readonly projectId: string;
  readonly state: Observable<ProjectState>;
  readonly queue: Observable<SendQueue>;
  /** Up to where the project must be read to hold all that was answered to this tab. */
  readonly answered: Observable<number>;
  /** Answers by turn: cards, chips and warnings are not in the thread itself. */
  readonly answers: Observable<ReadonlyMap<string, StudioTurnDone>>;
  /** What the agent is writing to this person right now. */
  readonly saying: Observable<Saying | undefined>;
  /** Sends in order; without a server it is held and sent later, with the same key. */
  readonly send: (event: StudioEvent, retryOf?: string) => Promise<TurnReply>;
  /** Takes back something that has not been sent yet. */
  readonly withdraw: (key: string) => void;
  /** Puts older messages of the thread above the known ones. */
  readonly prepend: (messages: ProjectView['messages'], earlier: number) => void;
  readonly reload: () => void;
  /** What others did since this person was last here, as it stood when they came; undefined once they have read it. */
  readonly news: Observable<Unread | undefined>;
  readonly clearNews: () => void;
  /** What a page that was left had sent and was refused: nobody waits for the answer any more. */
  readonly unheard: Observable<readonly TurnReply[]>;
  readonly hearAll: () => void;
  /** They come back after looking elsewhere: what is new is told again. */
  readonly lookAgain: () => void;
  /** Everybody who has the project open now, and where in it. */
  readonly present: Observable<readonly Present[]>;
  /** Says what this tab looks at, for others who are here; null is nowhere. */
  readonly here: (place: string | null) => void;
  /** Follows the project until the last one who asked for it lets go. */
  readonly open: () => () => void;
};

const settleMs = 50;
const busyAgainMs = 700;
const mostAnswers = 60;

export const createProjectStore = ({ commands, connection }: Atelier, projectId: string): ProjectStore => {
  const state = createCell<ProjectState>({ phase: 'loading' });
  const queue = createCell<SendQueue>(emptyQueue);
  const held = createHeld(localStorage, projectId);
  const saying = createCell<Saying | undefined>(undefined);
  let live: LiveDeltas = {};
  const answered = createCell(0);
  const news = createCell<Unread | undefined>(undefined);
  let tellsNews = false;
  const present = createCell<readonly Present[]>([]);
  const unheard = createCell<readonly TurnReply[]>([]);
  const waiting = new Map<string, (reply: TurnReply) => void>();
  const answers = createCell<ReadonlyMap<string, StudioTurnDone>>(readAnswers(projectId));
  let openers = 0;
  let unfollow = () => {};
  let loads = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPumping = false;

  const load = async (isWhole: boolean) => {
    loads += 1;
    const mine = loads;
    const before = state.get();
    const since = !isWhole && before.phase === 'ready' ? before.seq : undefined;
    const reply = await commands.StudioGet({ projectId, ...(since === undefined ? {} : { since }) });
    if (mine !== loads || openers === 0) return;
    if (!reply.ok) {
      if (isAway(reply.error)) return whenLive(() => void load(isWhole));
      return state.set({ phase: 'refused', error: reply.error });
    }
    const { view, seq, isDelta } = reply.value;
    const now = state.get();
    if (isDelta && now.phase === 'ready' && now.view.canSeeCosts !== view.canSeeCosts) return void load(true);
    const said = saying.get()?.turnId;
    if (said !== undefined && view.session.activeTurn?.turnId !== said) {
      saying.set(undefined);
      live = {};
    }
    if (tellsNews) news.set(view.unread === null || view.unread.isFirstVisit ? undefined : view.unread);
    tellsNews = false;
    state.set({ phase: 'ready', seq, view: isDelta && now.phase === 'ready' ? mergeView(now.view, view) : view });
    if (before.phase !== 'ready') follow(seq);
  };

  const refresh = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      load(false).catch(console.error);
    }, settleMs);
  };

  /** An answer that ended stays in sight until the message itself is there. */
  const hear = (delta: Delta) => {
    if (delta.kind === 'ended') return refresh();
    live = applyDelta(live, delta);
    const now = live[delta.id];
    if (now?.kind === 'text') saying.set({ turnId: now.id.slice(now.id.indexOf('/') + 1), text: now.text });
  };

  const follow = (from: number) => {
    unfollow();
    unfollow = connection.follow(projectStream(projectId), from, {
      event: refresh,
      live: refresh,
      delta: hear,
      present: (people) => present.set(people),
      refused: reload,
    });
  };

  const reload = () => {
    state.set({ phase: 'loading' });
    load(true).catch(console.error);
  };

  const whenLive = (run: () => void) => {
    if (connection.state.get().kind === 'live') {
      setTimeout(run, busyAgainMs);
      return;
    }
    const stop = connection.state.subscribe(() => {
      if (connection.state.get().kind !== 'live') return;
      stop();
      run();
    });
  };

  const ask = ({ key, event, retryOf }: Sending): Promise<TurnReply> =>
    commands.RunStudioTurn({
      projectId,
      idempotencyKey: key,
      event,
      ...(retryOf === undefined ? {} : { retryOf }),
    });

  const remember = (reply: TurnReply) => {
    if (!reply.ok) return;
    answered.set(Math.max(answered.get(), reply.value.headSeq));
    const next = new Map(answers.get()).set(reply.value.turnId, reply.value);
    for (const old of [...next.keys()].slice(0, Math.max(0, next.size - mostAnswers))) next.delete(old);
    answers.set(next);
    keepAnswers(projectId, next);
    // Whoever acted sees it at once, before word comes over the connection.
    refresh();
  };

  const finish = (item: Sending, reply: TurnReply) => {
    remember(reply);
    held.drop(item.key);
    queue.set(settled(queue.get(), item.key));
    const heard = waiting.get(item.key);
    heard?.(reply);
    waiting.delete(item.key);
    // What was said in the thread is answered there.
    const isInThread = item.event.type === 'chatMessage' || item.event.type === 'reviseDraft';
    if (heard === undefined && !isInThread && !isDone(reply)) unheard.set([...unheard.get(), reply]);
  };

  const pump = async () => {
    if (isPumping) return;
    isPumping = true;
    for (let item = queue.get().items[0]; item !== undefined; item = queue.get().items[0]) {
      const reply = await ask(item);
      const isWaiting = !reply.ok && isAway(reply.error);
      if (isWaiting) {
        queue.set({ ...queue.get(), isHeld: true });
        await new Promise<void>((resolve) => whenLive(resolve));
        continue;
      }
      // Another tab of the same person is at work, or this very send is: it is asked again, with its key.
      if (!reply.ok && (reply.error.code === 'SESSION_BUSY' || reply.error.code === 'TURN_IN_PROGRESS')) {
        await new Promise<void>((resolve) => setTimeout(resolve, busyAgainMs));
        continue;
      }
      finish(item, reply);
    }
    isPumping = false;
  };

  const line = (item: Sending): Promise<TurnReply> =>
    new Promise((resolve) => {
      waiting.set(item.key, resolve);
      held.hold(item);
      queue.set(queued(queue.get(), item));
      pump().catch(console.error);
    });

  return {
    projectId,
    state,
    queue,
    answers,
    answered,
    present,
    saying,
    news,
    clearNews: () => news.set(undefined),
    unheard,
    hearAll: () => unheard.set([]),
    lookAgain: () => {
      tellsNews = true;
      refresh();
    },
    here: (place) => {
      if (place === null) present.set([]);
      connection.here(place === null ? null : { stream: projectStream(projectId), place });
    },
    send: async (event, retryOf) => {
      const item: Sending = {
        key: crypto.randomUUID(),
        event,
        at: Date.now(),
        ...(retryOf === undefined ? {} : { retryOf }),
      };
      if (standsInLine(event)) return isFull(queue.get()) ? tooMany : line(item);
      for (;;) {
        const reply = await ask(item);
        if (reply.ok || !isAway(reply.error) || openers === 0) {
          if (reply.ok) refresh();
          return reply;
        }
        await new Promise<void>((resolve) => whenLive(resolve));
      }
    },
    withdraw: (key) => {
      const [first] = queue.get().items;
      if (first?.key === key && !queue.get().isHeld) return;
      held.drop(key);
      queue.set({ ...queue.get(), items: queue.get().items.filter((item) => item.key !== key) });
      waiting.get(key)?.(withdrawn);
      waiting.delete(key);
    },
    prepend: (messages, earlier) => {
      const now = state.get();
      if (now.phase !== 'ready') return;
      const known = new Set(now.view.messages.map(({ id }) => id));
      const older = messages.filter(({ id }) => !known.has(id)).sort((a, b) => a.seq - b.seq);
      state.set({
        ...now,
        view: { ...now.view, messages: [...older, ...now.view.messages], earlierMessages: earlier },
      });
    },
    reload,
    open: () => {
      openers += 1;
      if (openers === 1) {
        tellsNews = true;
        const left = held.all().filter(({ key }) => !queue.get().items.some((item) => item.key === key));
        for (const item of left) queue.set(queued(queue.get(), item));
        pump().catch(console.error);
        const now = state.get();
        if (now.phase === 'ready') follow(now.seq);
        else load(true).catch(console.error);
      }
      return () => {
        openers -= 1;
        if (openers > 0) return;
        unfollow();
        unfollow = () => {};
        clearTimeout(timer);
        timer = undefined;
      };
    },
  };
};

const isDone = (reply: TurnReply): boolean => reply.ok && reply.value.outcome === 'done';

const refusal = (code: string): TurnReply => ({
  ok: false,
  error: { code, message: code, retry: { kind: 'not_retryable' } },
});
const tooMany = refusal('QUEUE_FULL');
const withdrawn = refusal('WITHDRAWN');

const answersKey = (projectId: string) => `atelier.studio.answers.${projectId}`;

/** Cards and chips of the last turns are there again after a reload of this tab. */
const readAnswers = (projectId: string): ReadonlyMap<string, StudioTurnDone> => {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(answersKey(projectId)) ?? '[]') as [string, StudioTurnDone][]);
  } catch {
    return new Map();
  }
};

const keepAnswers = (projectId: string, answers: ReadonlyMap<string, StudioTurnDone>): void => {
  try {
    // A draft's diff is in the view; only what is nowhere else is stored.
    const slim = [...answers].slice(-20).filter(([, { render }]) => render.kind !== 'draft_changes');
    sessionStorage.setItem(answersKey(projectId), JSON.stringify(slim));
  } catch {
    // Then they are there until the page is left.
  }
};
