import type { Issue } from '@atelier/contracts/studio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toasts } from '../../../ui/toast-store.ts';
import { useAsked } from '../page/use-asked.ts';
import type { ProjectStore } from '../project-store.ts';
import { useAct, useProjectView, useRefused } from '../use-project.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { useCanApply } from './use-can-apply.ts';

/** More changes than this are not thrown away by one press. */
const asksAbove = 5;

/** Applying, discarding and settling conflicts, from wherever it was asked for. */
export const DraftDialogs = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const { session } = useProjectView(project);
  const [open, setOpen] = useState<'apply' | 'discard' | 'conflicts'>();
  const [more, setMore] = useState<readonly Issue[]>([]);
  const { can, why } = useCanApply(project);
  const act = useAct(project);
  const refused = useRefused();
  const { draft } = session;
  const acks = [...(draft?.issues.filter(({ ack }) => ack === true) ?? []), ...more].filter(
    ({ code }, at, all) => all.findIndex((other) => other.code === code) === at,
  );

  const apply = async (acknowledge: readonly string[], versionName: string) => {
    if (draft === null) return;
    const done = refused(
      await project.send({
        type: 'applyDraft',
        expectedDraftRevision: draft.revision,
        ...(acknowledge.length === 0 ? {} : { acknowledge: [...acknowledge] }),
        ...(versionName === '' ? {} : { versionName }),
      }),
    );
    if (done === undefined) return;
    const codes = done.blockers.map(({ code }) => code);
    if (done.conflicts.length > 0) setOpen('conflicts');
    else if (codes.includes('ACK_REQUIRED')) {
      setMore(done.blockers.filter(({ ack }) => ack === true));
      setOpen('apply');
    } else {
      setOpen(undefined);
      toasts.show({
        tone: done.outcome === 'done' ? 'published' : 'danger',
        title: done.outcome === 'done' ? done.assistantMessage.text : t('notDone'),
        ...(done.outcome === 'done' ? {} : { detail: done.assistantMessage.text }),
      });
    }
  };
  const discard = async () => {
    if (draft === null) return;
    setOpen(undefined);
    const { draftId, revision } = draft;
    const done = await act({ type: 'discardDraft', expectedDraftRevision: revision });
    if (done?.outcome !== 'done') return;
    toasts.show({
      title: done.assistantMessage.text,
      action: {
        label: t('draft.bringBack'),
        run: () => void act({ type: 'restoreDraftRevision', draftId, revision }),
      },
    });
  };
  const begin = (isSure: boolean) => {
    if (draft?.status === 'conflicted') return setOpen('conflicts');
    if (!can)
      return toasts.show({
        tone: 'draft',
        title: t('draft.cannotApply'),
        ...(why === undefined ? {} : { detail: why }),
      });
    setMore([]);
    if (isSure && acks.length === 0) return void apply([], '');
    setOpen('apply');
  };
  useAsked('apply', () => begin(true));
  useAsked('confirmApply', () => begin(false));
  useAsked('conflicts', () => setOpen('conflicts'));
  useAsked('discard', () => {
    if (draft === null) return;
    if (draft.ops.length > asksAbove) setOpen('discard');
    else void discard();
  });
  if (draft === null) return null;
  const close = () => setOpen(undefined);
  return (
    <>
      {open === 'apply' && <ApplyDialog project={project} acks={acks} onApply={apply} onClose={close} />}
      {open === 'discard' && (
        <DiscardDialog count={draft.ops.length} onDiscard={() => void discard()} onClose={close} />
      )}
      {open === 'conflicts' && (
        <ConflictDialog project={project} draft={draft} onDiscard={() => void discard()} onClose={close} />
      )}
    </>
  );
};
