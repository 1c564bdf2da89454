import type { HistoryEntry, ProjectView } from '@atelier/contracts/studio';
import { Clock, Tag, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../i18n/format.ts';
import { offlineModelId, useNames } from '../../../models/names.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldName, FieldValue } from '../draft/field-value.tsx';
import { Person } from '../records/person.tsx';
import { Shown, useShownText } from '../shown-text.tsx';

type Props = {
  readonly entry: HistoryEntry;
  readonly view: ProjectView;
  /** Somebody else did it since this person was last here. */
  readonly isNew: boolean;
  readonly onPast: () => void;
  readonly onUndo?: () => void;
};

export const EntryCard = ({ entry, view, isNew, onPast, onUndo }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const shown = useShownText();
  const kind = `records.history.kind.${entry.kind.replace('.', '_')}`;
  const name = i18n.exists(`studio:${kind}`) ? t(kind) : entry.kind;
  const { modelName } = useNames();
  const isChange = entry.kind === 'changeset.applied';
  const title = entry.title === null ? name : isChange ? shown(entry.title) : `${name}: ${shown(entry.title)}`;
  return (
    <article aria-label={title} className="flex flex-col gap-1.5 rounded-md border border-line bg-raised px-3 py-2.5">
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi dir="ltr" className="text-faint text-xs tabular-nums">
          v{entry.version}
        </bdi>
        <h3 className="min-w-0 font-medium">
          {(entry.title === null || !isChange) && name}
          {entry.title !== null && !isChange && ': '}
          {entry.title !== null && <Shown text={entry.title} />}
        </h3>
        {isNew && <Badge tone="accent">{t('news.isNew')}</Badge>}
        {entry.versionName !== null && (
          <Badge tone="published" icon={<Tag size={11} aria-hidden="true" />}>
            <bdi>{entry.versionName}</bdi>
          </Badge>
        )}
      </header>
      <p className="flex flex-wrap gap-x-3 text-muted text-sm">
        <Person id={entry.by} />
        <time dateTime={entry.at}>{formatMoment(entry.at, i18n.language)}</time>
        {entry.skillId !== null && (
          <span>
            {t('records.history.skill')}{' '}
            <bdi>{t(`skill.${entry.skillId.replace('.', '_')}`, { defaultValue: entry.skillId })}</bdi>
          </span>
        )}
        {entry.modelId !== null && (
          <span>
            {t('records.history.model')}{' '}
            <bdi>{modelName(entry.modelId === 'builtin' ? offlineModelId : entry.modelId, [])}</bdi>
          </span>
        )}
        {entry.ops > 0 && <span>{t('records.history.changes', { count: entry.ops })}</span>}
      </p>
      {entry.message !== null && (
        <blockquote dir="auto" className="border-line-strong border-s-2 ps-2 text-sm">
          {entry.message}
        </blockquote>
      )}
      {entry.diff.length > 0 && (
        <details className="text-sm">
          <summary className="cursor-pointer text-accent-text">{t('records.history.diff')}</summary>
          <div className="mt-1.5 flex flex-col gap-2">
            {entry.diff.map((group) => (
              <section key={group.elementId ?? 'project'} aria-label={shown(group.label)}>
                <h4 className="font-medium">
                  <Shown text={group.label} />
                </h4>
                <ul className="flex flex-col gap-1 ps-3">
                  {group.ops.map((op) => (
                    <li key={op.opId}>
                      <span className="text-muted">{t(`records.op.${op.op}`)}</span> {t(`records.entity.${op.entity}`)}{' '}
                      <Shown text={op.label} className="font-medium" />
                      <ul className="ps-3">
                        {op.fields.map(({ path, from, to }) => (
                          <li key={path} className="flex flex-wrap items-baseline gap-x-1.5">
                            <span className="text-faint">
                              <FieldName path={path} />:
                            </span>
                            <FieldValue view={view} path={path} value={from} />
                            <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
                              →
                            </span>
                            <FieldValue view={view} path={path} value={to} />
                          </li>
                        ))}
                      </ul>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </details>
      )}
      <footer className="flex flex-wrap gap-2">
        {onUndo !== undefined && (
          <Button size="sm" icon={<Undo2 size={13} />} onClick={onUndo}>
            {t('records.history.undo')}
          </Button>
        )}
        <Button size="sm" tone="quiet" icon={<Clock size={13} />} onClick={onPast}>
          {t('records.history.asItWas')}
        </Button>
      </footer>
    </article>
  );
};
