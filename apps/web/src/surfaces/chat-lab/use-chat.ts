import { type ChatView, chatFilesPath, type Effort, type ModelRow, type ModelsView } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../client/atelier-context.ts';
import { putFile } from '../../client/put-file.ts';
import { useSend } from '../../client/use-send.ts';
import { useRefusalText } from '../../i18n/use-refusal-text.ts';
import { useModels } from '../../models/use-models.ts';
import { nameInText } from '../../ui/split-name.ts';
import { toasts } from '../../ui/toast-store.ts';
import { useChatView } from './chat-projection.ts';

type CapScope = NonNullable<NonNullable<ChatView['run']>['cap']>['scope'];

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
  return {
    view,
    models,
    refusal: chatRefusal ?? refusal,
    reload,
    /** The model the next message goes to. */
    modelId,
    setModel: (chosen: string, effort: Effort | null) => send(commands.ChatLabSetModel({ modelId: chosen, effort })),
    say: (text: string) => send(commands.ChatLabSend({ text, requestId: crypto.randomUUID() })),
    stop: () => send(commands.ChatLabStop({})),
    /** Goes on with the model that is chosen now, unless another is named. */
    resume: ({ model = modelId, cap }: { readonly model?: string; readonly cap?: number | null } = {}) =>
      send(
        commands.ChatLabResume({
          ...(model === undefined ? {} : { modelId: model }),
          ...(cap === undefined ? {} : { cap }),
        }),
      ),
    /** A cap of this message goes with it; a cap per call or day is a setting of the whole installation. */
    raiseCap: async (scope: CapScope, cap: number | null) => {
      if (scope === 'run') return send(commands.ChatLabResume({ cap }));
      const set = scope === 'turn' ? { perTurn: cap } : { perDay: cap };
      const done = await send(commands.CapsSet({ set }));
      return done === undefined ? undefined : send(commands.ChatLabResume({}));
    },
    answer: (scopeHash: string, decision: 'once' | 'remember' | 'deny') =>
      send(commands.ChatLabConsent({ scopeHash, decision })),
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

export const modelRow = (models: ModelsView | undefined, modelId: string | undefined): ModelRow | undefined =>
  models?.models.find((model) => model.modelId === modelId);

export const isUnderWay = (run: ChatView['run']): boolean => run?.state === 'running' || run?.state === 'retrying';
