import { type Fact, type LegacyRecord, type ProjectStage, projectStream } from '@atelier/contracts/studio';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ArrowRight, Import, MessagesSquare, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useFollowedQuery } from '../../../client/use-followed-query.ts';
import { useProjection } from '../../../client/use-projection.ts';
import { formatDate } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Money } from '../money.tsx';
import type { ProjectStore } from '../project-store.ts';
import { Shown } from '../shown-text.tsx';
import { useAct, useProjectStore, useProjectView } from '../use-project.ts';
import { ImportLegacyDialog } from './import-dialog.tsx';

/** An old tab, to be read only: what was said and kept there, and the way into Studio. */
export const LegacyPage = ({ stage }: { readonly stage: ProjectStage }) => {
  const { t } = useTranslation('studio');
  const { projectId = '' } = useParams({ strict: false }) as { readonly projectId?: string };
  const project = useProjectStore(projectId);
  const state = useProjection(project.state);
  // Hidden by its project's settings: it answers like a page that is not there.
  const isHidden = state.phase === 'ready' && state.view.project.features.legacyTabs === false;
  if (state.phase === 'refused' || isHidden)
    return (
      <EmptyState icon={<SearchX size={18} />} title={t('tab.notFound')} isPage>
        {t('tab.notFoundDetail')}
      </EmptyState>
    );
  if (state.phase === 'loading')
    return (
      <Page title={t(`legacy.tabs.${stage}`)} busy>
        <SkeletonLines lines={6} />
      </Page>
    );
  return <LegacyTab project={project} stage={stage} />;
};

const LegacyTab = ({ project, stage }: { readonly project: ProjectStore; readonly stage: ProjectStage }) => {
  const { t } = useTranslation('studio');
  const { commands } = useAtelier();
  const navigate = useNavigate();
  const act = useAct(project);
  const view = useProjectView(project);
  const state = useProjection(project.state);
  const [isImporting, setImporting] = useState(false);
  const { projectId } = project;
  const queryKey = ['studio', 'StudioLegacyGet', projectId];
  const query = useQuery({ queryKey, queryFn: () => commands.StudioLegacyGet({ projectId }) });
  useFollowedQuery(queryKey, [
    { stream: projectStream(projectId), from: state.phase === 'ready' ? state.seq : undefined },
  ]);
  const records = (query.data?.ok ? query.data.value.conversations : []).filter(
    ({ conversation }) => conversation.tab === stage || conversation.tab === 'other',
  );
  const open = async () => {
    if ((await act({ type: 'setPins', pinnedStage: stage })) === undefined) return;
    await navigate({ to: '/projects/$projectId/studio' as never, params: { projectId } as never });
  };
  return (
    <Page
      title={t(`legacy.tabs.${stage}`)}
      detail={<Shown text={view.project.title} />}
      action={
        view.role !== 'viewer' && (
          <Button icon={<Import size={14} />} onClick={() => setImporting(true)}>
            {t('legacy.import')}
          </Button>
        )
      }
    >
      <Banner
        tone="accent"
        title={t('legacy.replaced')}
        action={
          <Button size="sm" tone="primary" onClick={() => void open()}>
            {t('legacy.open')} <ArrowRight size={13} aria-hidden="true" className="rtl:-scale-x-100" />
          </Button>
        }
      >
        {t('legacy.readOnly')}
      </Banner>
      {records.length === 0 && !query.isPending && (
        <EmptyState icon={<MessagesSquare size={18} />} title={t('legacy.none')}>
          {t('legacy.noneDetail')}
        </EmptyState>
      )}
      {records.map((record) => (
        <Conversation key={record.id} project={project} record={record} />
      ))}
      {isImporting && <ImportLegacyDialog project={project} tab={stage} onClose={() => setImporting(false)} />}
    </Page>
  );
};

const Conversation = ({ project, record }: { readonly project: ProjectStore; readonly record: LegacyRecord }) => {
  const { t, i18n } = useTranslation('studio');
  const { facts, project: owner } = useProjectView(project);
  const { currency } = owner;
  const { conversation, source, at, id } = record;
  const found = facts.filter((fact) => fact.source.kind === 'legacy' && fact.source.ref?.startsWith(`${id}#`));
  return (
    <article className="flex flex-col gap-3 rounded-md border border-line p-4">
      <header className="flex flex-wrap items-baseline gap-2">
        <h2 className="font-semibold">
          <bdi>{conversation.title ?? source}</bdi>
        </h2>
        <span className="text-faint text-sm">
          <bdi>{source}</bdi> · <bdi>{formatDate(at.slice(0, 10), i18n.language)}</bdi>
        </span>
      </header>
      <ol className="flex flex-col gap-2">
        {conversation.messages.map((message, nth) => {
          const said = found.filter((fact) => fact.source.ref === `${id}#${nth}`);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was said never changes its place
            <li key={nth} className="flex flex-col gap-1 rounded-md bg-sunken px-3 py-2">
              <span className="text-faint text-xs">
                {t(`legacy.role.${message.role}`)}
                {message.at !== undefined && (
                  <>
                    {' · '}
                    <bdi dir="ltr">{message.at}</bdi>
                  </>
                )}
              </span>
              <p dir="auto" className="whitespace-pre-wrap">
                {message.text}
              </p>
              {said.length > 0 && (
                <ul className="flex flex-wrap gap-1.5">
                  {said.map((fact) => (
                    <li key={fact.id}>
                      <Badge
                        tone={
                          fact.status === 'accepted' ? 'published' : fact.status === 'proposed' ? 'draft' : 'neutral'
                        }
                      >
                        <FactSaid fact={fact} currency={currency} /> · {t(`legacy.fact.${fact.status}`)}
                      </Badge>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ol>
    </article>
  );
};

const sizes: ReadonlySet<string> = new Set(['width', 'height', 'depth']);

/** A fact by the name of what it is about, its value as people write it. */
const FactSaid = ({ fact, currency }: { readonly fact: Fact; readonly currency: string }) => {
  const { t } = useTranslation('studio');
  const name = fact.key.replace(/^element\./, '');
  const { value } = fact;
  return (
    <>
      {t(`legacy.key.${name}`, { defaultValue: name })}:{' '}
      {(name === 'budget' || name === 'cost') && typeof value === 'number' ? (
        <Money minor={value} currency={currency} />
      ) : (
        <bdi>{sizes.has(name) ? t('legacy.mm', { value }) : String(value)}</bdi>
      )}
    </>
  );
};
