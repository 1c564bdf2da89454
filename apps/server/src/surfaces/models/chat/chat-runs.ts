import { type ChatView, chatStream, type Effort, type Settings } from '@atelier/contracts';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { AgentOrder, Seat, ToolRun } from '@atelier/models';
import type { ModelRefused, OpenModels } from '../../../services/models.ts';
import type { ChatLog, ChatRefused } from './chat-log.ts';
import type { ChatPlace } from './chat-place.ts';
import { systemText } from './system-text.ts';

export type RunWish = {
  readonly modelId?: string | undefined;
  readonly effort?: Effort | null | undefined;
  readonly cap?: number | null | undefined;
};

export type StartRefused =
  | ChatRefused
  | ModelRefused
  | { readonly code: 'NO_RUN' }
  | { readonly code: 'RUN_IN_PROGRESS' | 'TOO_MANY_RUNS' };

type Deps = {
  readonly open: OpenModels;
  readonly chat: ChatLog;
  readonly place: ChatPlace;
  readonly settings: () => Promise<Settings>;
};
type Started = { readonly seq: number; readonly repeated: boolean };
type Ids = { readonly runId: string; readonly messageId: string; readonly by: string };

/** Begins a run for a message, or goes on with the one that was saved. */
export const createChatRuns = ({ open, chat, place, settings }: Deps) => {
  const { models, agents } = open;

  /** The loop's state is durable before the conversation says that it began: what is said to run can be gone on with. */
  const saved = async (
    run: ToolRun,
    past: ToolRun | undefined,
    key?: string,
  ): Promise<Result<ToolRun, ChatRefused>> => {
    const kept = await place.saves.save(models.stepBetween(past, run), key);
    const loaded = kept.ok ? await place.saves.load() : kept;
    if (!loaded.ok) return err({ code: 'STORE_UNHEALTHY', reason: loaded.error.code });
    return ok(loaded.value ?? run);
  };
  const past = async (): Promise<Result<ToolRun | undefined, ChatRefused>> => {
    const loaded = await place.saves.load();
    return loaded.ok ? loaded : err({ code: 'STORE_UNHEALTHY', reason: loaded.error.code });
  };
  const begin = async (seat: Seat, order: Pick<AgentOrder, 'runId' | 'run' | 'modelId' | 'effort'>): Promise<void> => {
    const hasFiles = (await place.files()).length > 0;
    const { mostTurns, mostCallsPerTurn } = await settings();
    seat.begin(await place.forRun(), {
      ...order,
      phase: null,
      purpose: 'run',
      isShown: true,
      limits: { maxTurns: mostTurns, maxCallsPerTurn: mostCallsPerTurn },
      // Where there is nothing to look at, a model that must look first could only go round in circles.
      firstToolChoice: hasFiles ? 'required' : 'auto',
    });
  };
  /** A seat is taken first and given back whenever nothing was begun. */
  const seated = async (work: (seat: Seat) => Promise<Result<Started, StartRefused>>) => {
    const seat = agents.take(chatStream);
    if (!seat.ok) return seat;
    let isBegun = false;
    const held: Seat = {
      begin: (...args) => {
        isBegun = true;
        seat.value.begin(...args);
      },
      occupy: (...args) => {
        isBegun = true;
        seat.value.occupy(...args);
      },
      leave: seat.value.leave,
    };
    try {
      return await work(held);
    } finally {
      if (!isBegun) seat.value.leave();
    }
  };

  return {
    send: (view: ChatView, text: string, wish: RunWish, { runId, messageId, by }: Ids, key: string | null) =>
      seated(async (seat): Promise<Result<Started, StartRefused>> => {
        const found = await open.modelFor(wish.modelId ?? view.modelId);
        if (!found.ok) return found;
        const { modelId } = found.value.listed.entry;
        const effort = wish.effort === undefined ? view.effort : wish.effort;
        const before = await past();
        if (!before.ok) return before;
        const state = await open.stateNow();
        if (!state.ok) return state;
        const cap = state.value.state.caps.perRun ?? null;
        const { scopeHash } = await place.scope();
        const run = await saved(nextRun(open, before.value, text, cap), before.value, runId);
        if (!run.ok) return run;
        const recorded = await chat.record(
          () =>
            ok([
              { kind: 'message.user', data: { messageId, text, by } },
              { kind: 'run.started', data: { runId, modelId, effort, cap, scopeHash } },
            ]),
          key,
        );
        if (recorded.ok && !recorded.value.repeated) await begin(seat, { runId, run: run.value, modelId, effort });
        return recorded;
      }),

    /** Goes on with the run that is saved, by another model or under another cap if so wished. */
    resume: (view: ChatView, wish: RunWish) =>
      seated(async (seat): Promise<Result<Started, StartRefused>> => {
        const before = await past();
        if (!before.ok) return before;
        const under = view.run;
        if (!before.value || !under) return err({ code: 'NO_RUN' });
        const modelId = wish.modelId ?? under.modelId;
        const found = await open.modelFor(modelId);
        if (!found.ok) return found;
        const effort = wish.effort === undefined ? under.effort : wish.effort;
        const cap = wish.cap === undefined ? under.meter.cap : wish.cap;
        const run = await saved(resumable(models.withCap(before.value, cap ?? undefined)), before.value);
        if (!run.ok) return run;
        const { runId } = under;
        const recorded = await chat.record(() => ok([{ kind: 'run.resumed', data: { runId, modelId, effort, cap } }]));
        if (recorded.ok) await begin(seat, { runId, run: run.value, modelId, effort });
        return recorded;
      }),
  };
};

const nextRun = ({ models }: OpenModels, past: ToolRun | undefined, text: string, cap: number | null): ToolRun =>
  past
    ? models.continueRun(past, text, cap ?? undefined)
    : models.beginRun(
        [
          { role: 'system', text: systemText },
          { role: 'user', text },
        ],
        { cap: cap ?? undefined },
      );

/** A person's word to go on is worth another round of turns. */
const resumable = (run: ToolRun): ToolRun => (run.pending.length === 0 && run.turn > 0 ? { ...run, turn: 0 } : run);
