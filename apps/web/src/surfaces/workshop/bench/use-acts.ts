import {
  CannotSee,
  type ErrorEnvelope,
  type Result,
  type RunTuning,
  type Seen,
  type WorkbenchSettingsPatch,
  type WorkbenchView,
} from '@atelier/contracts';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { toasts } from '../../../ui/toast-store.ts';
import { useBenchProjection } from './bench-projection.ts';
import { askAboutDraft } from './draft-choice.ts';
import { askWhoSees } from './sight-choice.ts';

export type SendMode = 'agent' | 'ask';
/** For the next message alone. */
type SendOptions = {
  readonly workflowId?: string | undefined;
  readonly tuning?: RunTuning | undefined;
  /** Of a message that may have come already: the same id sends it once. */
  readonly requestId?: string;
};
export type RewindMode = 'full' | 'chat_only' | 'discard_draft' | 'reopen_draft';
type Rewind = { readonly messageId: string; readonly mode: RewindMode; readonly published?: 'keep' | 'restore' };
type Regenerate = Partial<Rewind> & { readonly text?: string; readonly modelId?: string; readonly confirmed?: boolean };
type Reply<Value> = Promise<Result<Value, ErrorEnvelope>>;
/** Undefined: the person was asked and left it. */
type Left<Value> = Promise<Result<Value, ErrorEnvelope> | undefined>;

export type Acts = ReturnType<typeof useActs>;

/**
 * Everything a person does in a Workbench. Each carries what they saw; the screen moves when the log says so. An answer
 * of undefined means that it was refused, and said in words; those that end in `Reply` leave that to the caller.
 */
export const useActs = (workbenchId: string) => {
  const { commands } = useAtelier();
  const projection = useBenchProjection(workbenchId);
  const { t } = useTranslation('workshop');
  const refusalText = useRefusalText('workshop');
  const words = useRef({ t, refusalText });
  words.current = { t, refusalText };
  return useMemo(() => {
    const on = { workbenchId };
    const seenNow = (): Seen => {
      const known = projection.get();
      return known.phase === 'ready' ? { head: known.view.head, revisionId: known.view.draft?.revisionId ?? null } : {};
    };
    const said = async <Value>(reply: Reply<Value> | Left<Value>): Promise<Value | undefined> => {
      const answer = await reply;
      if (answer === undefined) return undefined;
      if (answer.ok) return answer.value;
      if (answer.error.code === 'CONFLICT_STALE_STATE') projection.reload();
      const { current } = words;
      toasts.show({ tone: 'danger', title: current.t('error.title'), detail: current.refusalText(answer.error) });
      return undefined;
    };
    /** What a Draft stands in the way of asks about it, and goes on once it is published or discarded. */
    const attempt = async <Value>(make: () => Reply<Value> | Left<Value>): Promise<Value | undefined> => {
      const answer = await make();
      if (answer === undefined || answer.ok || answer.error.code !== 'DRAFT_EXISTS')
        return said(Promise.resolve(answer));
      projection.reload();
      return (await askAboutDraft()) ? said(make()) : undefined;
    };
    const shows = (fits: (view: WorkbenchView) => boolean): Promise<void> =>
      new Promise((resolve) => {
        const look = () => {
          const known = projection.get();
          if (known.phase !== 'ready' || !fits(known.view)) return;
          stop();
          resolve();
        };
        const stop = projection.subscribe(look);
        look();
      });
    /** What a model cannot look at asks for one that can; the message goes to it, or without the pictures. */
    const seenBySomeone = async <Value>(make: (how: { readonly withoutPictures?: true }) => Reply<Value>) => {
      const answer = await make({});
      if (answer.ok || answer.error.code !== 'MODEL_CANNOT_SEE') return answer;
      const unseen = CannotSee.safeParse(answer.error.details);
      if (!unseen.success) return answer;
      const choice = await askWhoSees(unseen.data);
      if (choice === undefined) return undefined;
      if (choice === 'without') return make({ withoutPictures: true });
      const switched = await commands.WorkshopSwitchModel({ ...on, modelId: choice.modelId });
      if (!switched.ok) return switched;
      // What is sent next names the state it saw, and the switch is part of that.
      await shows(({ modelId }) => modelId === choice.modelId);
      return make({});
    };
    const withSeen = <Given extends object>(given: Given) => ({ ...on, ...given, seen: seenNow() });
    return {
      rename: (name: string) => said(commands.WorkbenchRename({ ...on, name })),
      setSettings: (set: WorkbenchSettingsPatch) => said(commands.WorkbenchSettingsSet({ ...on, set })),

      addUploads: (uploads: string[]) =>
        commands.WorkbenchFilesAdd({ ...withSeen({ uploads }), requestId: crypto.randomUUID() }),
      removeFiles: (paths: string[]) => said(commands.WorkbenchFilesRemove(withSeen({ paths }))),
      undoRemove: (checkpointId: string, paths: string[]) =>
        said(commands.WorkbenchFilesUndoRemove({ ...on, checkpointId, paths })),

      send: (text: string, mode: SendMode, { workflowId, tuning, requestId }: SendOptions = {}) =>
        attempt(() =>
          seenBySomeone((how) =>
            commands.WorkshopSend({
              ...withSeen({
                ...{ text, mode, ...how },
                ...(workflowId === undefined ? {} : { workflowId }),
                ...(tuning === undefined ? {} : { tuning }),
              }),
              requestId: requestId ?? crypto.randomUUID(),
            }),
          ),
        ),
      cancel: () => said(commands.WorkshopCancel(on)),
      note: (text: string) => said(commands.WorkshopNote({ ...on, text })),
      resume: (how: { readonly modelId?: string; readonly cap?: number | null } = {}) =>
        said(commands.WorkshopResume({ ...on, ...how })),
      answer: (answer: true | string) => said(commands.WorkshopAnswer({ ...on, answer })),
      updatePlan: (items: string[]) => said(commands.WorkshopUpdatePlan({ ...on, items })),
      consent: (scopeHash: string, decision: 'once' | 'remember' | 'deny') =>
        said(commands.WorkshopConsent({ ...on, scopeHash, decision })),
      switchModel: (modelId: string) => said(commands.WorkshopSwitchModel({ ...on, modelId })),

      previewRewind: (messageId: string) => commands.WorkshopUndoPreview({ ...on, messageId }),
      rewindReply: (rewind: Rewind) => commands.WorkshopUndo(withSeen(rewind)),
      redo: () => said(commands.WorkshopRedo(withSeen({}))),
      regenerateReply: (regenerate: Regenerate) =>
        seenBySomeone((how) => commands.WorkshopRegenerate(withSeen({ ...regenerate, ...how }))),
      restorePath: (messageId: string) => said(commands.WorkshopRestorePath(withSeen({ messageId }))),

      publishReply: (dropUnfinished: boolean) =>
        commands.DraftPublish({ ...withSeen({ dropUnfinished }), requestId: crypto.randomUUID() }),
      discard: () => said(commands.DraftDiscard(withSeen({}))),
      undoDiscard: (draftId: string) => said(commands.DraftUndoDiscard({ ...on, draftId })),
      undoPublish: (checkpointId: string) => said(commands.DraftUndoPublish({ ...on, checkpointId })),

      dropFile: (path: string) => said(commands.ReviewDrop(withSeen({ path }))),
      dropChanges: (path: string, changes: string[]) => said(commands.ReviewDrop(withSeen({ path, changes }))),
      undoDrop: () => said(commands.ReviewUndoDrop(withSeen({}))),
      setViewed: (path: string, viewed: boolean) => said(commands.ReviewViewed({ ...on, path, viewed })),
      confirmDeletions: (paths: string[], confirmed: boolean) =>
        said(commands.ReviewConfirmDeletions({ ...on, paths, confirmed })),

      createCheckpoint: (description: string) =>
        said(commands.CheckpointCreate({ ...on, ...(description === '' ? {} : { description }) })),
      restore: (checkpointId: string) => attempt(() => commands.CheckpointRestore(withSeen({ checkpointId }))),

      trim: (ownCheckpoints: 'keep' | 'remove') => said(commands.WorkbenchTrim(withSeen({ ownCheckpoints }))),

      /** Says a refusal in words, for the acts whose answer the caller reads. */
      said,
      attempt,
    };
  }, [commands, workbenchId, projection]);
};
