import { type MyTask, studioStream } from '@atelier/contracts/studio';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListTodo } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useFollowedQuery } from '../../../client/use-followed-query.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Table } from '../../../ui/table.tsx';
import { Shown, useShownText } from '../shown-text.tsx';

const queryKey = ['studio', 'StudioMyTasks'];

/** What one person has to do, over all projects, the most urgent first. */
const MyTasksPage = () => {
  const { t, i18n } = useTranslation('studio');
  const { commands } = useAtelier();
  const shown = useShownText();
  const refusalText = useRefusalText('studio');
  const query = useQuery({ queryKey, queryFn: () => commands.StudioMyTasks({}) });
  const tasks = query.data?.ok ? query.data.value.tasks : undefined;
  useFollowedQuery(queryKey, [{ stream: studioStream, from: tasks === undefined ? undefined : 0 }]);
  const today = new Date().toISOString().slice(0, 10);
  return (
    <Page title={t('admin.myTasks')} detail={t('admin.myTasksDetail')}>
      {query.data?.ok === false && <Banner tone="danger" title={refusalText(query.data.error)} />}
      {query.isPending && <SkeletonLines lines={6} />}
      {tasks?.length === 0 && (
        <EmptyState icon={<ListTodo size={18} />} title={t('admin.noTasks')}>
          {t('admin.noTasksDetail')}
        </EmptyState>
      )}
      {tasks !== undefined && tasks.length > 0 && (
        <Table<MyTask>
          label={t('admin.myTasks')}
          rows={tasks}
          keyOf={({ task }) => task.id}
          columns={[
            {
              id: 'task',
              header: t('admin.task'),
              cell: ({ task, projectId }) => (
                <Link
                  to={'/projects/$projectId/studio' as never}
                  params={{ projectId } as never}
                  search={{ panel: 'tasks' } as never}
                  className="text-accent-text underline-offset-2 hover:underline"
                >
                  <Shown text={task.title} />
                </Link>
              ),
            },
            {
              id: 'project',
              header: t('workspace.project'),
              cell: ({ projectTitle }) => <Shown text={projectTitle} />,
            },
            { id: 'elements', header: t('admin.about'), cell: ({ elements }) => elements.map(shown).join(' · ') },
            {
              id: 'due',
              header: t('admin.dueBy'),
              cell: ({ latestFinish }) => (
                <span className="flex items-center gap-1.5">
                  <bdi>{latestFinish === null ? '–' : formatDate(latestFinish, i18n.language)}</bdi>
                  {latestFinish !== null && latestFinish < today && <Badge tone="danger">{t('admin.late')}</Badge>}
                </span>
              ),
            },
          ]}
        />
      )}
    </Page>
  );
};

export default MyTasksPage;
