import type { Issue } from '@atelier/contracts/studio';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../../../client/use-projection.ts';
import { toasts } from '../../../ui/toast-store.ts';
import { useAsked } from '../page/use-asked.ts';
import type { ProjectStore } from '../project-store.ts';
import { useAct, useProjectView, useRefused } from '../use-project.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { isPending } from './draft-edits.ts';
import { useCanApply } from './use-can-apply.ts';
import { draftEditsOf } from './use-draft-edits.ts';

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
  const edits = draftEditsOf(project);
  const underWay = useProjection(edits.now);
  const [asked, setAsked] = useState<{ readonly isSure: boolean; readonly refused: number }>();
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
  // What was just ticked or typed is part of what is applied; where it was refused, nothing is.
  useEffect(() => {
    if (asked === undefined || isPending(underWay)) return;
    setAsked(undefined);
    if (asked.refused === underWay.refused) begin(asked.isSure);
  });
  const ask = (isSure: boolean) => {
    edits.hurry();
    setAsked({ isSure, refused: edits.now.get().refused });
  };
  useAsked('apply', () => ask(true));
  useAsked('confirmApply', () => ask(false));
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
