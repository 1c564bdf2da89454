import { type chatLabCommands, chatStream } from '@atelier/contracts';
import type { Files } from '@atelier/files';
import { sha256 } from '@atelier/kernel/adapters';
import { createTurn, derivedId, err, ok } from '@atelier/kernel/core';
import type { ModelServices, OpenModels } from '../../../services/models.ts';
import type { Handlers, SurfaceKit } from '../../surface.ts';
import { logRefused, refuse } from '../words.ts';
import type { ChatFiles } from './chat-files.ts';
import type { ChatLog } from './chat-log.ts';
import type { ChatPlace } from './chat-place.ts';
import { answer, modelRefused, startRefused, storeRefused } from './chat-replies.ts';
import { createChatRuns } from './chat-runs.ts';
import { createFileCommands } from './file-commands.ts';
import { systemText } from './system-text.ts';

type Deps = {
  readonly kit: SurfaceKit;
  readonly services: ModelServices;
  readonly chat: ChatLog;
  readonly place: (open: OpenModels) => ChatPlace;
  readonly files: ChatFiles;
  readonly layer: () => Promise<Files>;
};

export const createChatCommands = (deps: Deps): Handlers<keyof typeof chatLabCommands> => {
  const { kit, services, chat, files, layer } = deps;
  /** Commands that change the run are answered one after another: two tabs cannot both begin one. */
  const inTurn = createTurn();
  const opened = async () => {
    const open = await services.open();
    const place = deps.place(open);
    return { open, place, runs: createChatRuns({ open, chat, place, settings: kit.settings }) };
  };
  const isRunning = async () => (await services.open()).agents.current(chatStream) !== undefined;

  return {
    ...createFileCommands({ chat, files, layer, inTurn, isRunning, place: async () => (await opened()).place }),
    ChatLabGet: async () => {
      const now = await chat.view();
      return now.ok ? now : refuse('STORE_UNHEALTHY', { stream: 'chat' });
    },
    ChatLabSetModel: async ({ modelId, effort }, { person: by }) => {
      const found = await (await services.open()).modelFor(modelId);
      if (!found.ok) return modelRefused(found.error);
      return answer(await chat.record(() => ok([{ kind: 'model.switched', data: { modelId, effort, by } }])));
    },
    ChatLabSend: ({ text, requestId, ...wish }, { person: by }) =>
      inTurn(async () => {
        const { open, runs } = await opened();
        const idOf = (prefix: string) =>
          requestId === undefined ? kit.newId(prefix) : derivedId(prefix, sha256, requestId);
        const [runId, messageId] = [idOf('run'), idOf('msg')];
        const now = await chat.view();
        if (!now.ok) return storeRefused(now.error);
        if (open.agents.current(chatStream)?.runId === runId) return ok({ runId, messageId, seq: now.value.seq });
        const key = requestId === undefined ? null : `send:${requestId}`;
        const sent = await runs.send(now.value.view, text, wish, { runId, messageId, by }, key);
        if (sent.ok) return ok({ runId, messageId, seq: sent.value.seq });
        if (sent.error.code === 'NO_RUN') throw new Error('a message needs no run before it');
        return startRefused(sent.error);
      }),
    ChatLabEstimate: async ({ text, modelId }) => {
      const { open, place } = await opened();
      const [now, all] = [await chat.view(), await open.listed()];
      if (!now.ok || !all.ok) return refuse('STORE_UNHEALTHY');
      const wanted = modelId ?? now.value.view.modelId ?? all.value.defaultModel.modelId;
      const entry = all.value.entries.find((each) => each.entry.modelId === wanted)?.entry;
      if (!entry) return refuse('MODEL_NOT_FOUND');
      const { price } = entry;
      if (!price) return ok({ estimate: null, because: 'no_price' });
      const past = await place.saves.load();
      const messages = past.ok ? (past.value?.messages ?? []) : [];
      const { tools } = await layer();
      const { answerTokens, byteLength, defaultLimits, estimateRun, thinkingBudget } = open.models;
      const bytes = byteLength(JSON.stringify([messages, tools, systemText, text]));
      const maxOutputTokens = answerTokens(entry) + thinkingBudget(entry, now.value.view.effort ?? undefined);
      const estimate = estimateRun({ bytes, turns: defaultLimits.maxTurns, maxOutputTokens }, price) ?? null;
      return ok({ estimate, because: price.input + price.output === 0 ? 'free' : 'priced' });
    },
    ChatLabStop: async (_nothing, { person: by }) => {
      const { agents } = await services.open();
      if (agents.current(chatStream)) {
        await agents.stop(chatStream, 'person');
        const now = await chat.view();
        return now.ok ? ok({ seq: now.value.seq }) : storeRefused(now.error);
      }
      const stopped = await chat.record(({ run }) =>
        run && run.state !== 'stopped'
          ? ok([{ kind: 'run.canceled', data: { runId: run.runId, reason: 'person', by } }])
          : err({ code: 'NO_RUN' } as const),
      );
      if (stopped.ok) return ok({ seq: stopped.value.seq });
      return stopped.error.code === 'NO_RUN' ? refuse('NO_RUN') : storeRefused(stopped.error);
    },
    ChatLabResume: (wish) =>
      inTurn(async () => {
        const { open, runs } = await opened();
        const now = await chat.view();
        if (!now.ok) return storeRefused(now.error);
        const { run } = now.value.view;
        if (!run) return refuse('NO_RUN');
        if (open.agents.current(chatStream)) {
          if (run.state !== 'retrying') return refuse('RUN_IN_PROGRESS');
          const isOther = wish.modelId !== undefined && wish.modelId !== run.modelId;
          if (!isOther && wish.cap === undefined && open.agents.skipWait(chatStream)) return ok({ seq: now.value.seq });
          const found = await open.modelFor(wish.modelId ?? run.modelId);
          if (!found.ok) return modelRefused(found.error);
          await open.agents.stop(chatStream, 'switch');
        }
        const resumed = await runs.resume(now.value.view, wish);
        if (resumed.ok) return ok({ seq: resumed.value.seq });
        return resumed.error.code === 'NO_RUN' ? refuse('NO_RUN') : startRefused(resumed.error);
      }),
    ChatLabConsent: ({ scopeHash, decision }, { person: by }) =>
      inTurn(async () => {
        const { open, runs, place } = await opened();
        const now = await chat.view();
        if (!now.ok) return storeRefused(now.error);
        const { run } = now.value.view;
        if (run?.state !== 'needs_consent' || !run.consent) return refuse('NO_QUESTION');
        if (run.consent.scopeHash !== scopeHash) return refuse('CONFLICT_STALE_STATE');
        const { runId, consent: asked } = run;
        if (decision === 'deny') {
          return answer(await chat.record(() => ok([{ kind: 'run.canceled', data: { runId, reason: 'denied', by } }])));
        }
        if ((await place.scope()).scopeHash !== scopeHash) {
          // Another file came while the question stood: it is asked again, over all of them.
          await runs.resume(now.value.view, {});
          return refuse('CONFLICT_STALE_STATE');
        }
        const consent = { providerId: asked.providerId, modelId: asked.modelId, scopeHash };
        const remember = decision === 'remember';
        const granted = await open.egress.grant(consent, { remember, by, files: asked.files, where: chatStream });
        if (!granted.ok) return logRefused(granted.error);
        const data = { runId, consent, remember, by };
        const recorded = await chat.record(() => ok([{ kind: 'consent.granted', data }]));
        if (!recorded.ok) return storeRefused(recorded.error);
        const then = await chat.view();
        const resumed = then.ok ? await runs.resume(then.value.view, {}) : then;
        if (resumed.ok) return ok({ seq: resumed.value.seq });
        // Without its model the answer stands all the same, and the run waits for another one.
        return 'reason' in resumed.error && resumed.error.code === 'STORE_UNHEALTHY'
          ? refuse('STORE_UNHEALTHY')
          : ok({ seq: recorded.value.seq });
      }),
    ChatLabClear: ({ files: withFiles }) =>
      inTurn(async () => {
        if (await isRunning()) return refuse('RUN_IN_PROGRESS');
        const { place } = await opened();
        const cleared = await files.clear(withFiles);
        if (cleared.ok) await place.saves.drop();
        return answer(cleared);
      }),
  };
};
