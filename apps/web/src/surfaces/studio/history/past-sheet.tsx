import type { ErrorEnvelope } from '@atelier/contracts';
import type { HistoryEntry, ProjectView } from '@atelier/contracts/studio';
import { accountingOf, priceProject, recordsOf } from '@atelier/studio/view';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { formatDate, formatMoment, formatNumber } from '../../../i18n/format.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { SideSheet } from '../../../ui/side-sheet.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { FieldName, FieldValue } from '../draft/field-value.tsx';
import { sizeText } from '../elements/element-form.ts';
import { Money } from '../money.tsx';
import { Shown } from '../shown-text.tsx';
import { compareViews } from './compare-views.ts';

type Props = { readonly entry: HistoryEntry; readonly now: ProjectView; readonly onClose: () => void };

/** The project right after one change, to be read; and what is different now. */
export const PastSheet = ({ entry, now, onClose }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const { commands } = useAtelier();
  const refusalText = useRefusalText('studio');
  const [then, setThen] = useState<ProjectView>();
  const [error, setError] = useState<ErrorEnvelope>();
  const { projectId } = now;
  // Its own event is part of how it was.
  const seq = entry.seq + 1;
  useEffect(() => {
    let isLeft = false;
    commands
      .StudioAsOf({ projectId, seq })
      .then((reply) => {
        if (isLeft) return;
        if (reply.ok) setThen(reply.value.view);
        else setError(reply.error);
      })
      .catch(console.error);
    return () => {
      isLeft = true;
    };
  }, [commands, projectId, seq]);
  return (
    <SideSheet
      open
      onOpenChange={onClose}
      title={t('records.history.pastTitle', { version: entry.version, date: formatMoment(entry.at, i18n.language) })}
    >
      {error !== undefined && <Banner tone="danger" title={refusalText(error)} />}
      {then === undefined && error === undefined && <Skeleton />}
      {then !== undefined && (
        <Tabs
          label={t('records.history.past')}
          tabs={[
            { id: 'then', label: t('records.history.past'), content: <Then view={then} /> },
            { id: 'compare', label: t('records.history.compare'), content: <Compare then={then} now={now} /> },
          ]}
        />
      )}
    </SideSheet>
  );
};

const Then = ({ view }: { readonly view: ProjectView }) => {
  const { t, i18n } = useTranslation('studio');
  const live = <Item extends { readonly tombstone: unknown }>(items: readonly Item[]) =>
    items.filter(({ tombstone }) => tombstone === null);
  const { currency } = view.project;
  const total = totalOf(view);
  const accounting = useMemo(() => accountingOf(recordsOf(view)), [view]);
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Shown text={view.project.title} className="font-medium" />
        <span>{t(`records.value.${view.project.projectStage}`)}</span>
        {view.project.eventDate !== undefined && <bdi>{formatDate(view.project.eventDate, i18n.language)}</bdi>}
        {total !== undefined && (
          <span>
            {t('records.accounting.total')} <Money minor={total} currency={currency} />
          </span>
        )}
      </p>
      <section aria-label={t('panels.elements')}>
        <h3 className="mb-1 font-semibold">{t('panels.elements')}</h3>
        <ul className="flex flex-col gap-1 text-sm">
          {live(view.elements).map((element) => (
            <li key={element.id} className="flex justify-between gap-3">
              <span className="min-w-0">
                <Shown text={element.name} />{' '}
                <bdi dir="ltr" className="text-muted">
                  {sizeText(element)}
                </bdi>
              </span>
              {view.canSeeCosts && (
                <Money
                  minor={accounting.perElement.find(({ elementId }) => elementId === element.id)?.directMinor ?? 0}
                  currency={currency}
                />
              )}
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={t('panels.tasks')}>
        <h3 className="mb-1 font-semibold">{t('panels.tasks')}</h3>
        <ul className="flex flex-col gap-1 text-sm">
          {live(view.tasks).map((task) => (
            <li key={task.id} className="flex justify-between gap-3">
              <Shown text={task.title} className="min-w-0" />
              <span className="shrink-0 text-muted">{t(`records.value.${task.status}`)}</span>
            </li>
          ))}
        </ul>
      </section>
      {view.canSeeCosts && (
        <section aria-label={t('panels.accounting')}>
          <h3 className="mb-1 font-semibold">{t('panels.accounting')}</h3>
          <ul className="flex flex-col gap-1 text-sm">
            {live(view.materialLines).map((line) => (
              <li key={line.id} className="flex justify-between gap-3">
                <Shown text={line.label} className="min-w-0" />
                <span className="shrink-0">
                  <bdi dir="ltr">{formatNumber(line.qtyMilli / 1000, i18n.language, 3)} × </bdi>
                  <Money minor={line.unitCostMinor} currency={currency} />
                </span>
              </li>
            ))}
            {live(view.workLines).map((line) => (
              <li key={line.id} className="flex justify-between gap-3">
                <Shown text={line.label} className="min-w-0" />
                <FieldValue view={view} path="pricing" value={line.pricing} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
};

const Compare = ({ then, now }: { readonly then: ProjectView; readonly now: ProjectView }) => {
  const { t } = useTranslation('studio');
  const compared = useMemo(() => compareViews(then, now), [then, now]);
  const [before, after] = [totalOf(then), totalOf(now)];
  const { currency } = now.project;
  return (
    <div className="flex flex-col gap-3">
      {before !== undefined && after !== undefined && (
        <p className="rounded-md border border-line bg-sunken px-3 py-2">
          {t('records.accounting.total')} <Money minor={before} currency={currency} />
          <span aria-hidden="true" className="mx-2 inline-block rtl:-scale-x-100">
            →
          </span>
          <Money minor={after} currency={currency} /> (<Money signed minor={after - before} currency={currency} />)
        </p>
      )}
      {compared.length === 0 && <p className="text-muted">{t('records.history.same')}</p>}
      <ul className="flex flex-col gap-2 text-sm">
        {compared.map(({ id, entity, name, what, fields }) => (
          <li key={id} className="rounded-md border border-line bg-raised px-3 py-2">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={what === 'added' ? 'published' : what === 'removed' ? 'danger' : 'accent'}>
                {t(`records.history.${what}`)}
              </Badge>
              <span className="text-muted">{t(`records.entity.${entity}`)}</span>
              <Shown text={name} className="font-medium" />
            </p>
            {fields.map(({ path, from, to }) => (
              <p key={path} className="flex flex-wrap items-baseline gap-x-1.5">
                <span className="text-faint">
                  <FieldName path={path} />:
                </span>
                <FieldValue view={then} path={path} value={from} />
                <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
                  →
                </span>
                <FieldValue view={now} path={path} value={to} />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
};

const totalOf = (view: ProjectView): number | undefined =>
  view.policy === null ? undefined : Number(priceProject(recordsOf(view), view.policy, view.pricing).totalMinor);
