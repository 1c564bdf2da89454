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
import { Page } from '../../../ui/page.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { SkillDialog } from './skill-dialog.tsx';

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
      id: 'cost',
      header: t('admin.cost'),
      numeric: true,
      cell: ({ runs }) => <bdi dir="ltr">${(runs.costMicros / 1_000_000).toFixed(4)}</bdi>,
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
          onClose={() => setEdited(undefined)}
          // Opened again before the new wording is here, it would show the old one, and saving would bring that back.
          onChanged={() => void query.refetch().then(() => setEdited(undefined))}
        />
      )}
    </Page>
  );
};

export default SkillsPage;
