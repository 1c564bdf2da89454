import { Archive } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Select } from '../../../ui/select.tsx';
import { Money } from '../money.tsx';
import type { ProjectStore } from '../project-store.ts';
import { Person } from '../records/person.tsx';
import { Shown, useShownText } from '../shown-text.tsx';
import { useProjectView } from '../use-project.ts';
import type { GraveDecision, GraveEntity } from './at-stake.ts';
import { filtered, type GraveFilter, type GraveRow } from './grave-rows.ts';
import { SettleDialog } from './settle-dialog.tsx';

type Action = GraveDecision['action'];
type Props = {
  readonly project: ProjectStore;
  readonly rows: readonly GraveRow[];
  readonly actions: readonly Action[];
};

const entities = ['element', 'task', 'materialLine', 'workLine', 'risk', 'decision', 'section'] as const;
const ages = [0, 1, 7, 30] as const;
const mostAtOnce = 100;

/** A list to settle: chosen rows, one action for all of them, and what it does to the total before it is done. */
export const GraveTab = ({ project, rows, actions }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const shown = useShownText();
  const view = useProjectView(project);
  const [filter, setFilter] = useState<GraveFilter>({ entity: 'all', elementId: 'all', days: 0 });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [action, setAction] = useState<Action>();
  const canEdit = view.role !== 'viewer';
  const found = filtered(rows, filter, Date.now());
  const picked = found.filter(({ key }) => chosen.has(key)).slice(0, mostAtOnce);
  const fits = (each: Action) => picked.filter((row) => canBe(each, row));
  const there = new Set(rows.map(({ entity }) => entity));
  if (rows.length === 0)
    return (
      <EmptyState icon={<Archive size={20} />} title={t('records.graveyard.nothing')}>
        {t('records.graveyard.nothingDetail')}
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-1 gap-2 @md:grid-cols-3">
        <Select
          label={t('records.graveyard.byType')}
          value={filter.entity as string}
          options={[
            { value: 'all', label: t('records.graveyard.allTypes') },
            ...entities
              .filter((each) => there.has(each))
              .map((each) => ({ value: each as string, label: t(`records.entity.${each}`) })),
          ]}
          onChange={(entity) => setFilter({ ...filter, entity: entity as GraveEntity | 'all' })}
        />
        <Select
          label={t('records.graveyard.byElement')}
          value={filter.elementId}
          options={[
            { value: 'all', label: t('records.graveyard.allElements') },
            ...view.elements.map(({ id, name }) => ({ value: id as string, label: shown(name) })),
          ]}
          onChange={(elementId) => setFilter({ ...filter, elementId })}
        />
        <Select
          label={t('records.graveyard.byAge')}
          value={String(filter.days)}
          options={ages.map((days) => ({
            value: String(days),
            label: days === 0 ? t('records.graveyard.anyTime') : t('records.graveyard.lastDays', { count: days }),
          }))}
          onChange={(days) => setFilter({ ...filter, days: Number(days) })}
        />
      </div>
      {canEdit && (
        <div className="flex flex-wrap items-center gap-2">
          <Checkbox
            label={t('records.graveyard.chosen', { count: picked.length })}
            checked={picked.length === 0 ? false : picked.length === found.length ? true : 'mixed'}
            onChange={(all) => setChosen(new Set(all ? found.map(({ key }) => key) : []))}
          />
          {actions.map((each) => (
            <Button
              key={each}
              size="sm"
              tone={each === 'removeLine' ? 'danger' : 'neutral'}
              disabled={fits(each).length === 0}
              onClick={() => setAction(each)}
            >
              {t(`records.graveyard.action.${each}`)}
            </Button>
          ))}
        </div>
      )}
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-raised">
        {found.map((row) => (
          <li key={row.key} className="flex items-start gap-3 px-3 py-2">
            <div className="min-w-0 flex-1">
              {canEdit ? (
                <Checkbox
                  label={shown(row.name)}
                  checked={chosen.has(row.key)}
                  onChange={(isOn) => {
                    const next = new Set(chosen);
                    if (isOn) next.add(row.key);
                    else next.delete(row.key);
                    setChosen(next);
                  }}
                />
              ) : (
                <Shown text={row.name} />
              )}
              <p className="flex flex-wrap gap-x-3 text-muted text-sm">
                <span>{t(`records.entity.${row.entity}`)}</span>
                {row.by !== undefined && <Person id={row.by} />}
                <span>{formatMoment(row.at, i18n.language)}</span>
                {row.reason !== undefined && <Shown text={row.reason} />}
                {row.why !== undefined && (
                  <span className="text-draft-text">
                    {t(`records.graveyard.why.${row.why}`, {
                      names: (row.deadNames ?? []).map((name) => shown(name)).join(', '),
                    })}
                  </span>
                )}
              </p>
            </div>
            {row.costMinor > 0 && (
              <Money minor={row.costMinor} currency={view.project.currency} className="shrink-0 text-sm tabular-nums" />
            )}
          </li>
        ))}
      </ul>
      {action !== undefined && (
        <SettleDialog
          project={project}
          action={action}
          rows={fits(action)}
          onClose={(isDone) => {
            setAction(undefined);
            if (isDone) setChosen(new Set());
          }}
        />
      )}
    </div>
  );
};

const isLine = ({ entity }: GraveRow): boolean => entity === 'materialLine' || entity === 'workLine';

const canBe = (action: Action, row: GraveRow): boolean =>
  action === 'removeLine' || action === 'attach' ? isLine(row) : true;
