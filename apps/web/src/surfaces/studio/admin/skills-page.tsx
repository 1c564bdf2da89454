import { type SkillCard, studioStream } from '@atelier/contracts/studio';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useFollowedQuery } from '../../../client/use-followed-query.ts';
import { useSend } from '../../../client/use-send.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, inputClass } from '../../../ui/field.tsx';
import { Page } from '../../../ui/page.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { langOfUi } from '../shown-text.tsx';

const queryKey = ['studio', 'StudioSkillsGet'];

/** How skills are set: code is the truth, an admin may word a prompt differently or switch one off. */
const SkillsPage = () => {
  const { t } = useTranslation('studio');
  const { commands } = useAtelier();
  const send = useSend();
  const refusalText = useRefusalText('studio');
  const query = useQuery({ queryKey, queryFn: () => commands.StudioSkillsGet({}) });
  const answer = query.data?.ok ? query.data.value : undefined;
  useFollowedQuery(queryKey, [{ stream: studioStream, from: answer?.seq }]);
  const [edited, setEdited] = useState<SkillCard>();
  const columns: readonly Column<SkillCard>[] = [
    {
      id: 'skill',
      header: t('admin.skill'),
      cell: ({ skillId, version, isGhost, needsSync, promptOverride }) => (
        <span className="flex flex-wrap items-center gap-1.5">
          <bdi dir="ltr" className="font-medium">
            {skillId}
          </bdi>
          <bdi dir="ltr" className="text-faint">
            {version}
          </bdi>
          {isGhost && <Badge tone="danger">{t('admin.ghost')}</Badge>}
          {promptOverride !== null && <Badge tone="accent">{t('admin.overridden')}</Badge>}
          {needsSync !== 'no' && <Badge tone="draft">{t(`admin.needsSync.${needsSync}`)}</Badge>}
        </span>
      ),
    },
    { id: 'runs', header: t('admin.runs'), numeric: true, cell: ({ runs }) => runs.count },
    { id: 'failed', header: t('admin.failed'), numeric: true, cell: ({ runs }) => runs.failed },
    {
      id: 'p95',
      header: t('admin.p95'),
      numeric: true,
      cell: ({ runs }) => <bdi dir="ltr">{runs.p95Ms === null ? '–' : `${Math.round(runs.p95Ms)} ms`}</bdi>,
    },
    {
      id: 'on',
      header: t('admin.state'),
      cell: ({ isEnabled }) => (
        <Badge tone={isEnabled ? 'published' : 'neutral'}>{t(isEnabled ? 'admin.on' : 'admin.off')}</Badge>
      ),
    },
    {
      id: 'edit',
      header: '',
      part: 'actions',
      cell: (skill) =>
        !skill.isGhost && (
          <Button size="sm" tone="quiet" onClick={() => setEdited(skill)}>
            {t('workspace.edit')}
          </Button>
        ),
    },
  ];
  return (
    <Page
      title={t('admin.skillsTitle')}
      detail={t('admin.skillsDetail')}
      action={
        <Button
          icon={<RefreshCw size={14} />}
          onClick={() =>
            void send(commands.StudioSkillsSync({ requestId: crypto.randomUUID() })).then(() => query.refetch())
          }
        >
          {t('admin.sync')}
        </Button>
      }
    >
      {query.data?.ok === false && <Banner tone="danger" title={refusalText(query.data.error)} />}
      {answer === undefined && query.isPending && <SkeletonLines lines={6} />}
      {answer !== undefined && (
        <Table label={t('admin.skillsTitle')} columns={columns} rows={answer.skills} keyOf={({ skillId }) => skillId} />
      )}
      {edited !== undefined && (
        <SkillDialog
          key={edited.skillId}
          skill={edited}
          onClose={() => {
            setEdited(undefined);
            void query.refetch();
          }}
        />
      )}
    </Page>
  );
};

const SkillDialog = ({ skill, onClose }: { readonly skill: SkillCard; readonly onClose: () => void }) => {
  const { t, i18n } = useTranslation('studio');
  const { commands } = useAtelier();
  const send = useSend();
  const [prompt, setPrompt] = useState(skill.promptOverride ?? '');
  const [isEnabled, setEnabled] = useState(skill.isEnabled);
  const { skillId } = skill;
  const save = async () => {
    const override = { skillId, isEnabled, ...(prompt.trim() === '' ? {} : { promptOverride: prompt }) };
    if (await send(commands.StudioSkillOverride({ requestId: crypto.randomUUID(), override }))) onClose();
  };
  const revert = async () => {
    if (await send(commands.StudioSkillRevert({ requestId: crypto.randomUUID(), skillId }))) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="lg"
      title={<bdi dir="ltr">{skillId}</bdi>}
      description={t('admin.overrideDetail')}
      footer={
        <>
          <Button tone="quiet" onClick={() => void revert()}>
            {t('admin.revert')}
          </Button>
          <Button tone="primary" onClick={() => void save()}>
            {t('workspace.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        <Switch label={t('admin.enabled')} checked={isEnabled} onChange={setEnabled} />
        <Field label={t('admin.prompt')} hint={t('admin.promptHint')}>
          {({ id, describedBy }) => (
            <textarea
              id={id}
              aria-describedby={describedBy}
              dir="auto"
              rows={8}
              maxLength={16_384}
              value={prompt}
              onChange={(event) => setPrompt(event.target.value)}
              className={classNames(inputClass, 'h-auto py-1.5')}
            />
          )}
        </Field>
        <details>
          <summary className="cursor-pointer text-muted">{t('admin.defaultPrompt')}</summary>
          <pre dir="auto" className="mt-2 whitespace-pre-wrap rounded-md bg-sunken p-3 font-sans text-sm">
            {skill.prompt[langOfUi(i18n.language)]}
          </pre>
        </details>
      </div>
    </Dialog>
  );
};

export default SkillsPage;
