import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlaskConical, LayoutGrid, MessageSquare, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../client/atelier-context.ts';
import { useProjection } from '../../client/use-projection.ts';
import { useRefusalText } from '../../i18n/use-refusal-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { FindingList } from './finding-list.tsx';
import { InstallFacts } from './install-facts.tsx';
import { SectionPage } from './section-page.tsx';
import { StoragePanel } from './storage/storage-panel.tsx';
import { StoreCheckPanel } from './store-check-panel.tsx';
import { StreamTable } from './stream-table.tsx';

const DataPage = () => {
  const { t } = useTranslation(['settings', 'shell']);
  const { commands, install } = useAtelier();
  const projected = useProjection(install);
  const check = projected.phase === 'ready' ? projected.view.storeCheck : null;
  const refusalText = useRefusalText();
  const diagnostics = useQuery({
    // A check that starts or ends says that what we know may be old.
    queryKey: ['DiagnosticsGet', check?.id, check?.state],
    queryFn: () => commands.DiagnosticsGet({}),
    placeholderData: keepPreviousData,
  });
  const reply = diagnostics.data;
  const refresh = () => {
    diagnostics.refetch().catch(console.error);
  };
  return (
    <SectionPage title={t('data.title')} detail={t('data.detail')} busy={reply === undefined}>
      <StoreCheckPanel />
      {reply?.ok === false && (
        <Banner
          tone="danger"
          title={refusalText(reply.error)}
          action={
            <Button size="sm" onClick={refresh}>
              {t('shell:tryAgain')}
            </Button>
          }
        />
      )}
      {reply?.ok === true && <FindingList findings={reply.value.findings} dataFolder={reply.value.data.folder} />}
      <StoragePanel />
      <Panel
        title={t('data.install')}
        description={t('data.installDetail')}
        action={
          <Button size="sm" icon={<RefreshCw size={13} />} busy={diagnostics.isFetching} onClick={refresh}>
            {t('data.refresh')}
          </Button>
        }
      >
        {reply?.ok === true ? <InstallFacts facts={reply.value} /> : <SkeletonLines lines={5} />}
      </Panel>
      <Panel title={t('data.streams')} description={t('data.streamsDetail')} flush>
        {reply?.ok === true ? (
          <StreamTable streams={reply.value.streams} total={reply.value.streamCount} />
        ) : (
          <div className="px-5 pb-5">
            <SkeletonLines lines={3} />
          </div>
        )}
      </Panel>
      <Panel
        title={t('data.lab')}
        description={t('data.labDetail')}
        action={
          <Link to="/lab/components" className={buttonClass('neutral', 'sm')}>
            <LayoutGrid size={13} aria-hidden="true" />
            {t('data.labOpen')}
          </Link>
        }
      />
      <Panel
        title={t('data.filesLab')}
        description={t('data.filesLabDetail')}
        action={
          <Link to="/lab/files" className={buttonClass('neutral', 'sm')}>
            <FlaskConical size={13} aria-hidden="true" />
            {t('data.filesLabOpen')}
          </Link>
        }
      />
      <Panel
        title={t('data.chatLab')}
        description={t('data.chatLabDetail')}
        action={
          <Link to="/lab/chat" className={buttonClass('neutral', 'sm')}>
            <MessageSquare size={13} aria-hidden="true" />
            {t('data.chatLabOpen')}
          </Link>
        }
      />
    </SectionPage>
  );
};

export default DataPage;
