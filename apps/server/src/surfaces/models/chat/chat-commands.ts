import type { chatLabCommands, Effort } from '@atelier/contracts';
import type { Files } from '@atelier/files';
import { derivedId, err, ok } from '@atelier/kernel/core';
import type { ToolLog, ToolRun } from '@atelier/models';
import type { ModelServices, OpenModels } from '../../../services/models.ts';
import type { Handlers, SurfaceKit } from '../../surface.ts';
import { logRefused, refuse } from '../words.ts';
import type { ChatFiles } from './chat-files.ts';
import { type ChatJob, scopeNow, sha256 } from './chat-job.ts';
import type { ChatLog, Recorded } from './chat-log.ts';
import { answer, modelRefused, storeRefused } from './chat-replies.ts';
import { createFileCommands } from './file-commands.ts';
import { systemText } from './system-text.ts';
import { createTurns } from './turns.ts';

type Deps = {
  readonly kit: SurfaceKit;
  readonly desk: ModelServices;
  readonly chat: ChatLog;
  readonly files: ChatFiles;
  readonly layer: () => Promise<Files>;
  /** Ends the file layer and deletes its working copies. */
  readonly closeLayer: () => Promise<void>;
  readonly results: ToolLog & { readonly clear: () => Promise<void> };
  readonly job: ChatJob;
};

export const createChatCommands = (deps: Deps): Handlers<keyof typeof chatLabCommands> => {
  const { kit, desk, chat, files, layer, closeLayer, results, job } = deps;
  const inTurn = createTurns();

  /** Goes on with the run that is saved, by another model or under another cap if so wished. */
  const goOn = async (open: OpenModels, wish: Wish) => {
    const saved = await chat.run(open.models.afterStep);
    if (!saved.ok) return storeRefused(saved.error);
    const run = saved.value;
    const now = await chat.view();
    if (!now.ok) return storeRefused(now.error);
    const under = now.value.view.run;
    if (!run || !under) return refuse('NO_RUN');
    const modelId = wish.modelId ?? under.modelId;
    const found = await open.modelFor(modelId);
    if (!found.ok) return modelRefused(found.error);
    const effort = wish.effort === undefined ? under.effort : wish.effort;
    const cap = wish.cap === undefined ? under.meter.cap : wish.cap;
    const next = resumable(open.models.withCap(run, cap ?? undefined));
    const { runId } = under;
    const recorded = await chat.record(() =>
      ok([
        { kind: 'run.resumed', data: { runId, modelId, effort, cap } },
        { kind: 'run.stepped', data: { runId, step: open.models.stepBetween(run, next) } },
      ]),
    );
    if (!recorded.ok) return storeRefused(recorded.error);
    job.begin({ runId, run: next, modelId, effort });
    return ok({ seq: recorded.value.seq });
  };

  return {
    ...createFileCommands({ chat, files, layer, results, job, inTurn }),
    ChatLabGet: async () => {
      const now = await chat.view();
      return now.ok ? now : refuse('STORE_UNHEALTHY', { stream: 'chat' });
    },
    ChatLabSetModel: async ({ modelId, effort }) => {
      const found = await (await desk.open()).modelFor(modelId);
      if (!found.ok) return modelRefused(found.error);
      return answer(await chat.record(() => ok([{ kind: 'chat.model_set', data: { modelId, effort } }])));
    },
    ChatLabSend: ({ text, requestId, ...wish }) =>
      inTurn(async () => {
        const open = await desk.open();
        const runId = requestId === undefined ? kit.newId('run') : derivedId('run', sha256, requestId);
        const messageId = requestId === undefined ? kit.newId('msg') : derivedId('msg', sha256, requestId);
        const now = await chat.view();
        if (!now.ok) return storeRefused(now.error);
        if (job.current()?.runId === runId) return ok({ runId, messageId, seq: now.value.seq });
        if (job.current()) return refuse('RUN_IN_PROGRESS');
        const { view } = now.value;
        const found = await open.modelFor(wish.modelId ?? view.modelId);
        if (!found.ok) return modelRefused(found.error);
        const { modelId } = found.value.listed.entry;
        const effort = wish.effort === undefined ? view.effort : wish.effort;
        const past = await chat.run(open.models.afterStep);
        if (!past.ok) return storeRefused(past.error);
        const state = await open.stateNow();
        if (!state.ok) return logRefused(state.error);
        const cap = state.value.state.caps.perRun ?? null;
        const run = nextRun(open, past.value, text, cap);
        const scopeHash = await scopeNow(open, chat);
        const events: readonly Recorded[] = [
          { kind: 'message.sent', data: { messageId, text } },
          { kind: 'run.started', data: { runId, modelId, effort, cap, scopeHash } },
          { kind: 'run.stepped', data: { runId, step: open.models.stepBetween(past.value, run) } },
        ];
        const recorded = await chat.record(() => ok(events), requestId === undefined ? null : `send:${requestId}`);
        if (!recorded.ok) return storeRefused(recorded.error);
        if (!recorded.value.repeated) job.begin({ runId, run, modelId, effort });
        return ok({ runId, messageId, seq: recorded.value.seq });
      }),
    ChatLabEstimate: async ({ text, modelId }) => {
      const open = await desk.open();
      const [now, all] = [await chat.view(), await open.listed()];
      if (!now.ok || !all.ok) return refuse('STORE_UNHEALTHY');
      const wanted = modelId ?? now.value.view.modelId ?? all.value.defaultModel.modelId;
      const entry = all.value.entries.find((each) => each.entry.modelId === wanted)?.entry;
      if (!entry) return refuse('MODEL_NOT_FOUND');
      const { price } = entry;
      if (!price) return ok({ estimate: null, because: 'no_price' });
      const past = await chat.run(open.models.afterStep);
      const messages = past.ok ? (past.value?.messages ?? []) : [];
      const { tools } = await layer();
      const { answerTokens, byteLength, defaultLimits, estimateRun, thinkingBudget } = open.models;
      const bytes = byteLength(JSON.stringify([messages, tools, systemText, text]));
      const maxOutputTokens = answerTokens(entry) + thinkingBudget(entry, now.value.view.effort ?? undefined);
      const estimate = estimateRun({ bytes, turns: defaultLimits.maxTurns, maxOutputTokens }, price) ?? null;
      return ok({ estimate, because: price.input + price.output === 0 ? 'free' : 'priced' });
    },
    ChatLabStop: async () => {
      if (job.current()) {
        await job.stop('person');
        const now = await chat.view();
        return now.ok ? ok({ seq: now.value.seq }) : storeRefused(now.error);
      }
      const stopped = await chat.record(({ run }) =>
        run && run.state !== 'stopped'
          ? ok([{ kind: 'run.ended', data: { runId: run.runId, outcome: 'canceled' } }])
          : err({ code: 'NO_RUN' } as const),
      );
      if (stopped.ok) return ok({ seq: stopped.value.seq });
      return stopped.error.code === 'NO_RUN' ? refuse('NO_RUN') : storeRefused(stopped.error);
    },
    ChatLabResume: (wish) =>
      inTurn(async () => {
        const open = await desk.open();
        const now = await chat.view();
        if (!now.ok) return storeRefused(now.error);
        const { run } = now.value.view;
        if (!run) return refuse('NO_RUN');
        if (job.current()) {
          if (run.state !== 'retrying') return refuse('RUN_IN_PROGRESS');
          const isOther = wish.modelId !== undefined && wish.modelId !== run.modelId;
          if (!isOther && wish.cap === undefined && job.skipWait()) return ok({ seq: now.value.seq });
          const found = await open.modelFor(wish.modelId ?? run.modelId);
          if (!found.ok) return modelRefused(found.error);
          await job.stop('switch');
        }
        return goOn(open, wish);
      }),
    ChatLabConsent: ({ scopeHash, decision }) =>
      inTurn(async () => {
        const open = await desk.open();
        const now = await chat.view();
        if (!now.ok) return storeRefused(now.error);
        const { run } = now.value.view;
        if (run?.state !== 'needs_consent' || !run.consent) return refuse('NO_QUESTION');
        if (run.consent.scopeHash !== scopeHash) return refuse('CONFLICT_STALE_STATE');
        const { providerId, modelId } = run.consent;
        const consent = { providerId, modelId, scopeHash };
        const said: Recorded = { kind: 'consent.answered', data: { runId: run.runId, consent, decision } };
        if (decision === 'deny') {
          const end: Recorded = { kind: 'run.ended', data: { runId: run.runId, outcome: 'denied' } };
          return answer(await chat.record(() => ok([said, end])));
        }
        const granted = await open.egress.grant(consent, { remember: decision === 'remember' });
        if (!granted.ok) return logRefused(granted.error);
        const recorded = await chat.record(() => ok([said]));
        if (!recorded.ok) return storeRefused(recorded.error);
        const resumed = await goOn(open, {});
        if (resumed.ok) return resumed;
        switch (resumed.error.code) {
          case 'STORE_BUSY':
            return refuse('STORE_BUSY');
          case 'STORE_UNHEALTHY':
            return refuse('STORE_UNHEALTHY');
          default:
            // The model went away between question and answer: the answer stands, and the run waits for another model.
            return ok({ seq: recorded.value.seq });
        }
      }),
    ChatLabClear: ({ files: withFiles }) =>
      inTurn(async () => {
        if (job.current()) return refuse('RUN_IN_PROGRESS');
        const cleared = await chat.record(() => ok([{ kind: 'chat.cleared', data: { files: withFiles } }]));
        if (cleared.ok) {
          await results.clear();
          if (withFiles) await Promise.all([files.clear(), closeLayer()]);
        }
        return answer(cleared);
      }),
  };
};

type Wish = {
  readonly modelId?: string | undefined;
  readonly effort?: Effort | null | undefined;
  readonly cap?: number | null | undefined;
};

const nextRun = ({ models }: OpenModels, past: ToolRun | undefined, text: string, cap: number | null): ToolRun =>
  past
    ? models.continueRun(past, text, cap ?? undefined)
    : models.beginRun(
        [
          { role: 'system', text: systemText },
          { role: 'user', text },
        ],
        cap ?? undefined,
      );

/** A person's word to go on is worth another round of turns. */
const resumable = (run: ToolRun): ToolRun => (run.pending.length === 0 && run.turn > 0 ? { ...run, turn: 0 } : run);
