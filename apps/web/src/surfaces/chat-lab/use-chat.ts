import { chatFilesPath, type Effort } from '@atelier/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../client/atelier-context.ts';
import { derive } from '../../client/observable.ts';
import { putFile } from '../../client/put-file.ts';
import { useSend } from '../../client/use-send.ts';
import type { Talk } from '../../conversation/talk.ts';
import { useRefusalText } from '../../i18n/use-refusal-text.ts';
import { useModels } from '../../models/use-models.ts';
import { nameInText } from '../../ui/split-name.ts';
import { toasts } from '../../ui/toast-store.ts';
import { useChatProjection, useChatView } from './chat-projection.ts';

export type Chat = ReturnType<typeof useChat>;

/** The chat and everything a person can do with it. The screen moves when the log says that it happened. */
export const useChat = () => {
  const { commands } = useAtelier();
  const { view, refusal: chatRefusal, reload } = useChatView();
  const { view: models, refusal } = useModels();
  const send = useSend();
  const { t } = useTranslation('chatLab');
  const refusalText = useRefusalText();
  const modelId = view?.modelId ?? models?.defaultModel.modelId;
  const projection = useChatProjection();
  const talk = useMemo(
    (): Talk => ({
      modelId,
      say: (text) => send(commands.ChatLabSend({ text, requestId: crypto.randomUUID() })),
      stop: () => send(commands.ChatLabStop({})),
      resume: ({ model = modelId, cap } = {}) =>
        send(
          commands.ChatLabResume({
            ...(model === undefined ? {} : { modelId: model }),
            ...(cap === undefined ? {} : { cap }),
          }),
        ),
      /** A cap of this message goes with it; a cap per call or day is a setting of the whole installation. */
      raiseCap: async (scope, cap) => {
        if (scope === 'run') return send(commands.ChatLabResume({ cap }));
        const set = scope === 'turn' ? { perTurn: cap } : { perDay: cap };
        const done = await send(commands.CapsSet({ set }));
        return done === undefined ? undefined : send(commands.ChatLabResume({}));
      },
      answer: (scopeHash, decision) => send(commands.ChatLabConsent({ scopeHash, decision })),
      estimate: async (text, chosen, signal) => {
        const reply = await commands.ChatLabEstimate({ text, modelId: chosen }, { signal });
        return reply.ok ? reply.value.estimate : undefined;
      },
      wholeResult: async (entryId) => (await send(commands.ChatLabToolResult({ entryId })))?.result,
      heard: (id) =>
        derive(projection, (chat) => {
          const delta = chat.phase === 'ready' ? chat.live[id] : undefined;
          return delta?.kind === 'text' ? delta.text : '';
        }),
    }),
    [commands, send, modelId, projection],
  );
  return {
    view,
    models,
    refusal: chatRefusal ?? refusal,
    reload,
    /** The model the next message goes to. */
    modelId,
    setModel: (chosen: string, effort: Effort | null) => send(commands.ChatLabSetModel({ modelId: chosen, effort })),
    talk,
    stop: talk.stop,
    resume: talk.resume,
    say: talk.say,
    clear: (files: boolean) => send(commands.ChatLabClear({ files })),
    removeFile: (path: string) => send(commands.ChatLabFileRemove({ path })),
    /** False, and said in words, when the file was not taken in. */
    addFile: async (name: string, bytes: Blob): Promise<boolean> => {
      const reply = await putFile(addressOf(name), bytes);
      if (!reply.ok) {
        toasts.show({
          tone: 'danger',
          title: t('files.refused', { path: nameInText(name) }),
          detail: refusalText(reply.error),
        });
      }
      return reply.ok;
    },
  };
};

export const addressOf = (path: string): string => `${chatFilesPath}/${encodeURIComponent(path)}`;
