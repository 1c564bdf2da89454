import { createHash } from 'node:crypto';
import type { ChatEventOf, ChatFile, Effort } from '@atelier/contracts';
import type { Files } from '@atelier/files';
import type { ChatModel, ModelFailure, Outcome, ToolLog, ToolRun } from '@atelier/models';
import type { ModelServices, OpenModels } from '../../../services/models.ts';
import type { SurfaceKit } from '../../surface.ts';
import type { ChatLog, Recorded } from './chat-log.ts';
import { createChatRecorder, RecordLost } from './chat-recorder.ts';

type Deps = {
  readonly kit: SurfaceKit;
  readonly desk: ModelServices;
  readonly chat: ChatLog;
  readonly layer: () => Promise<Files>;
  readonly results: ToolLog;
  readonly random: () => number;
};

export type Begun = {
  readonly runId: string;
  readonly run: ToolRun;
  readonly modelId: string;
  readonly effort: Effort | null;
};

/** Why a run was stopped from outside. */
type StopReason = 'person' | 'server' | 'switch';

type Job = {
  readonly runId: string;
  readonly stop: AbortController;
  readonly done: Promise<void>;
  skipWait: (() => void) | undefined;
};

/** The run under way: one at a time. What becomes of it is in the log; this only keeps it moving. */
export const createChatJob = ({ kit, desk, chat, layer, results, random }: Deps) => {
  let job: Job | undefined;

  const play = async (begun: Begun, stop: AbortController, wait: OpenWait): Promise<void> => {
    const open = await desk.open();
    const { runId } = begun;
    const files = await layer();
    const toolbox = open.models.toolboxOf(files);
    const recorder = createChatRecorder(
      {
        desk: open,
        chat,
        log: kit.log,
        deltas: kit.deltas,
        newId: kit.newId,
        accessOf: (name) => toolbox.tools.find((tool) => tool.name === name)?.access ?? 'read',
      },
      runId,
      begun.run,
    );
    const found = await open.modelFor(begun.modelId);
    if (!found.ok) {
      return recorder.end(false, [ended(runId, 'failed', { code: 'PROVIDER_NOT_CONFIGURED', message: gone })]);
    }
    const effort = begun.effort ?? found.value.effort;
    const loop = open.models.createToolLoop({ toolLog: results, sha256, now: () => performance.now(), random, wait });
    const hasFiles = (await filesNow(chat)).length > 0;
    const events = loop(begun.run, {
      model: guarded(open, chat, found.value.model, runId),
      toolbox,
      signal: stop.signal,
      // Where there is nothing to look at, a model that must look first could only go round in circles.
      firstToolChoice: hasFiles ? 'required' : 'auto',
      spending: async () => {
        const now = await open.stateNow();
        if (!now.ok) return {};
        return open.models.spendingLeft(now.value.state.caps, now.value.state.spending, new Date().toISOString());
      },
      ...(effort && { effort }),
    });
    try {
      for await (const event of events) {
        if (event.kind !== 'ended') await recorder.take(event);
        else {
          const isCut = event.outcome.kind === 'answered' && event.outcome.isCut;
          await recorder.end(isCut, await lastWords(chat, runId, event.outcome, stop.signal.reason as StopReason));
        }
      }
    } finally {
      recorder.close();
    }
  };

  /** Nothing may look under way for ever. Where even this cannot be recorded, the next start says it. */
  const giveUp = async (runId: string, cause: unknown): Promise<void> => {
    kit.onFault(cause, 'chat');
    const because =
      cause instanceof RecordLost
        ? ({ code: 'STORE_UNHEALTHY', message: 'The chat could not be recorded, so the model was stopped.' } as const)
        : ({ code: 'FAULT', message: 'Something broke inside Atelier; the server log has an entry.' } as const);
    await chat.append([ended(runId, 'failed', because)]).catch(() => undefined);
  };

  return {
    current: (): { readonly runId: string } | undefined => job,
    begin: (begun: Begun): void => {
      const stop = new AbortController();
      const wait: OpenWait = (ms, signal) =>
        new Promise((resolve) => {
          const end = () => {
            clearTimeout(timer);
            signal.removeEventListener('abort', end);
            mine.skipWait = undefined;
            resolve();
          };
          const timer = setTimeout(end, ms);
          signal.addEventListener('abort', end, { once: true });
          mine.skipWait = end;
        });
      const done = play(begun, stop, wait)
        .catch((cause) => giveUp(begun.runId, cause))
        .finally(() => {
          if (job === mine) job = undefined;
        });
      const mine: Job = { runId: begun.runId, stop, done, skipWait: undefined };
      job = mine;
    },
    /** Tries again at once; false when nothing waits. */
    skipWait: (): boolean => {
      const skip = job?.skipWait;
      skip?.();
      return skip !== undefined;
    },
    stop: async (reason: StopReason): Promise<void> => {
      const stopping = job;
      stopping?.stop.abort(reason);
      await stopping?.done;
    },
  };
};
export type ChatJob = ReturnType<typeof createChatJob>;

type OpenWait = (ms: number, signal: AbortSignal) => Promise<void>;

const gone = 'The model this run began with is not there any more. Choose another one and go on.';

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

const filesNow = async (chat: ChatLog): Promise<readonly ChatFile[]> => {
  const now = await chat.view();
  return now.ok ? now.value.view.files : [];
};

const usersOwn = (files: readonly ChatFile[]) => files.filter((file) => file.origin === 'user');

/** What consent is given for: the user's own files as they were dropped. What the model makes of them changes nothing. */
const scopeOf = (open: OpenModels, files: readonly ChatFile[]): string => {
  const own = usersOwn(files).map(({ path, droppedVersion }) => ({ path, blob: droppedVersion ?? '' }));
  return `sha256:${sha256(open.models.scopeText(own))}`;
};

export const scopeNow = async (open: OpenModels, chat: ChatLog): Promise<string> => scopeOf(open, await filesNow(chat));

/** Judged anew for every call: a file that was added meanwhile is asked about before it leaves. */
const guarded = (open: OpenModels, chat: ChatLog, model: ChatModel, runId: string): ChatModel => ({
  entry: model.entry,
  stream: async function* (request, signal) {
    const scopeHash = await scopeNow(open, chat);
    yield* open.egress.guard(model, { kind: 'run', phase: null, runId, scopeHash }).stream(request, signal);
  },
});

type Because = NonNullable<ChatEventOf<'run.ended'>['because']>;

const ended = (runId: string, outcome: ChatEventOf<'run.ended'>['outcome'], because?: Because): Recorded => ({
  kind: 'run.ended',
  data: { runId, outcome, ...(because && { because }) },
});

export const stoppedByServer = (runId: string): Recorded => ({
  kind: 'run.paused',
  data: {
    runId,
    state: 'paused',
    because: { code: 'SERVER_STOPPED', message: 'Atelier stopped while the model was at work. Nothing done is lost.' },
  },
});

const lastWords = async (
  chat: ChatLog,
  runId: string,
  outcome: Outcome,
  reason: StopReason | undefined,
): Promise<readonly Recorded[]> => {
  switch (outcome.kind) {
    case 'answered':
      return [ended(runId, 'answered')];
    case 'canceled':
      if (reason === 'switch') return [];
      return [reason === 'server' ? stoppedByServer(runId) : ended(runId, 'canceled')];
    case 'paused':
      return [pausedBy(runId, outcome.because as ModelFailure)];
    case 'failed': {
      const { code, message } = outcome.failure;
      const consent = 'consent' in outcome.failure ? outcome.failure.consent : undefined;
      if (!consent) return [ended(runId, 'failed', { code, message })];
      const files = usersOwn(await filesNow(chat)).map(({ path, sizeBytes }) => ({ path, sizeBytes }));
      const question = { ...consent, files };
      return [
        {
          kind: 'run.paused',
          data: { runId, state: 'needs_consent', because: { code, message }, consent: question },
        },
      ];
    }
  }
};

const pausedBy = (runId: string, { code, message, cap }: ModelFailure): Recorded => ({
  kind: 'run.paused',
  data: { runId, because: { code, message }, ...(cap ? { state: 'paused_cap', cap } : { state: 'paused' }) },
});
