import type { WorkflowCard } from '@atelier/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PenLine, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ProblemList } from '../author/problem-list.tsx';
import { BuiltinList } from './builtin-list.tsx';

const CataloguePage = () => {
  const { t } = useTranslation('workrail');
  const { commands } = useAtelier();
  const { data } = useQuery({ queryKey: ['WorkflowsList'], queryFn: () => commands.WorkflowsList({}) });
  const [query, setQuery] = useState('');
  const listed = data?.ok ? data.value : undefined;
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ workflowId, name, description, tags }: WorkflowCard) => {
    const text = `${workflowId} ${name} ${description} ${(tags ?? []).join(' ')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const found = (listed?.workflows ?? []).filter(fits);
  const grid = (kind: WorkflowCard['kind']) => {
    const cards = found.filter((card) => card.kind === kind);
    if (cards.length === 0) return <EmptyState icon={<Search size={18} />} title={t('catalogue.nothing')} />;
    return (
      <ul className="grid gap-3 @2xl:grid-cols-2">
        {cards.map((card) => (
          <li key={card.workflowId}>
            <Card card={card} />
          </li>
        ))}
      </ul>
    );
  };
  return (
    <Page
      title={t('catalogue.title')}
      detail={t('catalogue.detail')}
      busy={data === undefined}
      action={
        <Link to="/workrail/author" className={buttonClass('primary', 'md')}>
          <PenLine size={14} aria-hidden="true" />
          {t('catalogue.write')}
        </Link>
      }
    >
      {(listed?.problems.length ?? 0) > 0 && (
        <Banner tone="draft" title={t('catalogue.problems', { count: listed?.problems.length ?? 0 })}>
          <ul className="mt-1 flex flex-col gap-2">
            {listed?.problems.map(({ sourceLabel, file, errors }) => (
              <li key={`${sourceLabel} ${file}`}>
                <bdi className="font-mono text-xs">
                  {sourceLabel} / {file}
                </bdi>
                <ProblemList problems={errors} />
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <SearchField label={t('catalogue.search')} value={query} onChange={setQuery} className="max-w-md" />
      {listed === undefined ? (
        <SkeletonLines lines={6} />
      ) : (
        <Tabs
          label={t('catalogue.title')}
          tabs={[
            {
              id: 'workflows',
              label: t('catalogue.workflows'),
              count: found.filter(({ kind }) => kind === 'workflow').length,
              content: grid('workflow'),
            },
            {
              id: 'routines',
              label: t('catalogue.routines'),
              count: found.filter(({ kind }) => kind === 'routine').length,
              content: grid('routine'),
            },
            { id: 'builtins', label: t('catalogue.builtins'), content: <BuiltinList query={query} /> },
          ]}
        />
      )}
    </Page>
  );
};

const Card = ({ card }: { readonly card: WorkflowCard }) => {
  const { t } = useTranslation('workrail');
  return (
    <Link
      to="/workrail/catalogue/$workflowId"
      params={{ workflowId: card.workflowId }}
      className="flex h-full flex-col gap-1.5 rounded-lg border border-line bg-raised p-4 shadow-low hover:border-line-strong hover:bg-sunken"
    >
      <span className="flex items-start justify-between gap-3">
        <bdi className="font-medium text-lg leading-snug">{card.name}</bdi>
        <Badge tone={card.sourceKind === 'bundled' ? 'neutral' : 'accent'}>{t(`source.${card.sourceKind}`)}</Badge>
      </span>
      <span className="text-pretty text-muted" dir="auto">
        {card.description}
      </span>
      <span className="mt-auto flex flex-wrap items-center gap-2 pt-1 text-faint text-xs">
        <bdi className="font-mono">{card.workflowId}</bdi>
        <bdi>{card.version}</bdi>
        {card.idStatus === 'legacy' && <Badge tone="draft">{t('catalogue.legacy')}</Badge>}
      </span>
    </Link>
  );
};

export default CataloguePage;
