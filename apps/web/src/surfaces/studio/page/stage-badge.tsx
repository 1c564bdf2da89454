import type { Issue, ProjectStage } from '@atelier/contracts/studio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { IssueList } from '../draft/issue-list.tsx';
import type { ProjectStore } from '../project-store.ts';
import { useProjectView, useRefused } from '../use-project.ts';
import { useAsked } from './use-asked.ts';

const stages: readonly ProjectStage[] = ['ideation', 'planning', 'solutioning'];

/** Where the project itself stands, and the way on. Only a person moves it. */
export const StageBadge = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const { project: record, role } = useProjectView(project);
  const [isOpen, setOpen] = useState(false);
  useAsked('advance', () => setOpen(true));
  const stage = record.projectStage;
  return (
    <>
      <button
        type="button"
        disabled={role === 'viewer'}
        onClick={() => setOpen(true)}
        className="inline-flex shrink-0 items-center gap-1.5 rounded-full outline-offset-2 hover:brightness-95"
      >
        <Badge tone="accent">
          {t(`stage.${stage}`)}
          {role !== 'viewer' && <span className="font-normal">· {t('stage.advance')}</span>}
        </Badge>
      </button>
      {isOpen && <AdvanceDialog project={project} stage={stage} onClose={() => setOpen(false)} />}
    </>
  );
};

type DialogProps = {
  readonly project: ProjectStore;
  readonly stage: ProjectStage;
  readonly onClose: () => void;
};

const AdvanceDialog = ({ project, stage, onClose }: DialogProps) => {
  const { t } = useTranslation(['studio', 'shell']);
  const refused = useRefused();
  const at = stages.indexOf(stage);
  const others = stages.filter((each) => each !== stage);
  const [to, setTo] = useState<ProjectStage>(stages[at + 1] ?? stages[at - 1] ?? 'planning');
  const [reason, setReason] = useState('');
  const [open, setIssues] = useState<readonly Issue[]>([]);
  const [busy, setBusy] = useState(false);
  const isBack = stages.indexOf(to) < at;
  const canPass = open.length > 0 && open.every(({ ack }) => ack === true);
  const move = async () => {
    setBusy(true);
    const done = refused(
      await project.send({
        type: 'advanceStage',
        to,
        ...(isBack ? { reason: reason.trim() } : {}),
        ...(canPass ? { acknowledge: open.map(({ code }) => code) } : {}),
      }),
    );
    setBusy(false);
    if (done === undefined) return;
    if (done.outcome === 'done') return onClose();
    const [head, ...rest] = done.blockers;
    setIssues(rest.length > 0 ? rest : head === undefined ? [] : [head]);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('stage.moveTitle')}
      description={t('stage.moveDetail')}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button
            tone="primary"
            busy={busy}
            disabled={(isBack && reason.trim() === '') || (open.length > 0 && !canPass)}
            onClick={() => void move()}
          >
            {t(canPass ? 'stage.moveAnyway' : 'stage.move', { stage: t(`stage.${to}`) })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-3">
        <Segmented
          label={t('stage.to')}
          value={to}
          choices={others.map((value) => ({ value, label: t(`stage.${value}`) }))}
          onChange={(value) => {
            setTo(value);
            setIssues([]);
          }}
        />
        {isBack && (
          <TextField
            label={t('stage.reason')}
            hint={t('stage.reasonHint')}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {open.length > 0 && <IssueList issues={open} />}
      </div>
    </Dialog>
  );
};
