import type { FileKind, ReviewRow } from '@atelier/contracts';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../i18n/format.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FileName } from '../../../ui/file-name.tsx';
import { Select } from '../../../ui/select.tsx';
import { nameInText } from '../../../ui/split-name.ts';
import { FileIcon } from '../../../ui/tree/file-icon.tsx';
import { useBench } from '../bench/bench-context.ts';
import { changeKinds } from './review-order.ts';

type Props = {
  readonly all: readonly ReviewRow[];
  readonly rows: readonly ReviewRow[];
  readonly chosen: string | undefined;
  readonly onChoose: (path: string) => void;
  readonly kind: FileKind | undefined;
  readonly onKind: (kind: FileKind | undefined) => void;
  readonly isDraft: boolean;
};

const everyKind = 'all';

/** The changed files in groups; each says its name, its kind and what became of it. */
export const ChangedFiles = ({ all, rows, chosen, onChoose, kind, onKind, isDraft }: Props) => {
  const { t, i18n } = useTranslation('workshop');
  const { acts } = useBench();
  const kinds = [...new Set(all.map((row) => row.kind))];
  const viewed = all.filter(({ isViewed }) => isViewed).length;
  return (
    <nav aria-label={t('review.list')} className="flex flex-col gap-4 p-3">
      {kinds.length > 1 && (
        <Select
          label={t('review.filter')}
          value={kind ?? everyKind}
          onChange={(value) => onKind(value === everyKind ? undefined : kinds.find((each) => each === value))}
          options={[
            { value: everyKind, label: t('review.filterAll') },
            ...kinds.map((each) => ({ value: each as string, label: t(`review.kind.${each}`) })),
          ]}
        />
      )}
      {isDraft && (
        <p className="text-faint text-xs tabular-nums">{t('review.viewedOf', { viewed, total: all.length })}</p>
      )}
      {changeKinds.map((change) => {
        const group = rows.filter((row) => row.change === change);
        if (group.length === 0) return null;
        return (
          <section key={change} aria-label={t(`review.group.${change}`)}>
            <h3 className="pb-1 font-medium text-faint text-xs">{t(`review.group.${change}`)}</h3>
            <ul className="flex flex-col">
              {group.map((row) => (
                <li key={row.path} className="flex flex-col">
                  <button
                    type="button"
                    aria-current={row.path === chosen}
                    onClick={() => onChoose(row.path)}
                    className={classNames(
                      'flex min-h-8 w-full items-center gap-2 rounded-sm px-2 py-1 text-start text-sm outline-offset-[-2px]',
                      row.path === chosen ? 'bg-accent-soft text-accent-text' : 'hover:bg-hover',
                    )}
                  >
                    <FileIcon name={row.path} />
                    <span className="min-w-0 flex-1 truncate" title={row.path}>
                      <FileName name={row.path} />
                      <span className="sr-only">
                        , {t(`review.group.${change}`)}, {t(`review.kind.${row.kind}`)}
                      </span>
                    </span>
                    {row.kind !== 'text' && row.kind !== 'table' && sizeDelta(row) !== 0 && (
                      <bdi className="text-faint text-xs tabular-nums">
                        {sizeDelta(row) > 0 ? '+' : '−'}
                        {formatBytes(Math.abs(sizeDelta(row)), i18n.language)}
                      </bdi>
                    )}
                    {row.isViewed && (
                      <Check size={14} role="img" aria-label={t('review.viewed')} className="text-published-text" />
                    )}
                  </button>
                  {isDraft && change === 'deleted' && (
                    <div className="px-2 pb-2">
                      <Checkbox
                        label={t('review.deletion', { name: nameInText(row.path) })}
                        checked={row.isConfirmed}
                        onChange={(confirmed) => void acts.confirmDeletions([row.path], confirmed)}
                      />
                    </div>
                  )}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
};

const sizeDelta = ({ bytesBefore, bytesAfter }: ReviewRow): number => (bytesAfter ?? 0) - (bytesBefore ?? 0);
