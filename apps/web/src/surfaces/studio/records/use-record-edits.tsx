import type { Conflict, Issue, ManualOp, StudioTurnDone } from '@atelier/contracts/studio';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../../../client/use-projection.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { toasts } from '../../../ui/toast-store.ts';
import type { ProjectStore } from '../project-store.ts';
import { useShownText } from '../shown-text.tsx';
import { useProjectView } from '../use-project.ts';
import { AckDialog } from './ack-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { createEditLine, type EditOptions } from './edit-line.ts';
import { withPending } from './with-pending.ts';

type EditLine = ReturnType<typeof createEditLine>;
/** One line per project, whichever panel an edit comes from. */
const lines = new WeakMap<ProjectStore, EditLine>();
const lineOf = (project: ProjectStore): EditLine => {
  const line = lines.get(project) ?? createEditLine(project);
  lines.set(project, line);
  return line;
};

type Stopped =
  | { readonly kind: 'conflict'; readonly ops: readonly ManualOp[]; readonly conflicts: readonly Conflict[] }
  | { readonly kind: 'ack'; readonly ops: readonly ManualOp[]; readonly issues: readonly Issue[] };

export type RecordEdits = {
  /** Writes at once. What stands in the way is said; undefined then. */
  readonly edit: (ops: readonly ManualOp[], options?: EditOptions) => Promise<StudioTurnDone | undefined>;
  /** A record with what is on its way to it, from this page or from one that was left without a network. */
  readonly pendingOn: <Row extends { readonly id: string }>(record: Row) => Row;
  /** To be drawn by whoever edits: what somebody else changed first, and what must be confirmed. */
  readonly dialogs: ReactNode;
};

export const useRecordEdits = (project: ProjectStore): RecordEdits => {
  const { t } = useTranslation('studio');
  const refusalText = useRefusalText('studio');
  const shown = useShownText();
  const [stopped, setStopped] = useState<Stopped>();
  const sayMoved = useDraftMoved(project);
  const made = useProjection(lineOf(project).pending);
  const { items } = useProjection(project.queue);
  const pending = [...items.flatMap(({ event }) => (event.type === 'manualEdit' ? event.ops : [])), ...made];

  const edit = async (ops: readonly ManualOp[], options: EditOptions = {}): Promise<StudioTurnDone | undefined> => {
    sayMoved();
    const reply = await lineOf(project).edit(ops, options);
    if (!reply.ok) {
      if (reply.error.code !== 'WITHDRAWN')
        toasts.show({ tone: 'danger', title: t('records.notSaved'), detail: refusalText(reply.error) });
      return undefined;
    }
    const { outcome, blockers, conflicts } = reply.value;
    if (outcome !== 'rejected') return reply.value;
    const [first, ...rest] = blockers;
    if (first?.code === 'APPLY_CONFLICT' && conflicts.length > 0) setStopped({ kind: 'conflict', ops, conflicts });
    else if (first?.code === 'ACK_REQUIRED') setStopped({ kind: 'ack', ops, issues: rest });
    else {
      const [why] = rest.length > 0 ? rest : blockers;
      toasts.show({ tone: 'danger', title: t('records.notSaved'), detail: shown(why?.message) });
    }
    return undefined;
  };

  const close = () => setStopped(undefined);
  return {
    edit,
    pendingOn: (record) => withPending(record, pending),
    dialogs: (
      <>
        {stopped?.kind === 'conflict' && (
          <ConflictDialog
            project={project}
            conflicts={stopped.conflicts}
            onClose={close}
            onMine={() => {
              close();
              edit(stopped.ops).catch(console.error);
            }}
          />
        )}
        {stopped?.kind === 'ack' && (
          <AckDialog
            issues={stopped.issues}
            onClose={close}
            onConfirm={() => {
              close();
              const acknowledge = stopped.issues.map(({ code }) => code);
              edit(stopped.ops, { acknowledge }).catch(console.error);
            }}
          />
        )}
      </>
    ),
  };
};

/** One's own draft follows one's own edit; it is said, so that nobody wonders about the new revision. */
const useDraftMoved = (project: ProjectStore): (() => void) => {
  const { t } = useTranslation('studio');
  const { draft } = useProjectView(project).session;
  const expected = useRef<{ readonly draftId: string; readonly revision: number }>(undefined);
  const [draftId, revision] = [draft?.draftId, draft?.revision ?? 0];
  useEffect(() => {
    const before = expected.current;
    if (before === undefined || before.draftId !== draftId || revision <= before.revision) return;
    expected.current = undefined;
    toasts.show({ title: t('records.draftMoved', { revision }), detail: t('records.draftMovedDetail') });
  }, [draftId, revision, t]);
  return () => {
    if (draftId !== undefined) expected.current = { draftId, revision };
  };
};
