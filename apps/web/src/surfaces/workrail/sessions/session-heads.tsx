import type { SessionFilter, SessionOrder } from '@atelier/contracts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names.ts';
import { columns } from './columns.ts';
import { RowCheckbox } from './row-checkbox.tsx';

type Props = {
  readonly filter: SessionFilter;
  readonly onSort: (sort: SessionOrder) => void;
  readonly chosen: boolean | 'mixed';
  readonly onChooseAll: (chosen: boolean) => void;
};

/** Heads of the list: each sorts by its column, and once more turns the order round. */
export const SessionHeads = ({ filter, onSort, chosen, onChooseAll }: Props) => {
  const { t } = useTranslation('workrail');
  const { sort = 'activity', reversed = false } = filter;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would frame what is a row of heads
    <div
      role="group"
      aria-label={t('sessions.sortBy')}
      className="flex h-8 shrink-0 items-center gap-x-4 border-line border-t bg-sunken ps-3 pe-5 text-faint text-xs @2xl:ps-5 @2xl:pe-8"
    >
      <RowCheckbox label={t('sessions.chooseAll')} checked={chosen} onChange={onChooseAll} />
      {columns.map((column) => {
        const isOn = column.sort === sort;
        const Arrow = reversed ? ArrowUp : ArrowDown;
        return (
          <div key={column.sort} className={column.className}>
            <button
              type="button"
              aria-pressed={isOn}
              onClick={() => onSort(column.sort)}
              className={classNames(
                '-mx-1 inline-flex max-w-full items-center gap-1 truncate rounded-sm px-1 py-0.5 font-medium hover:text-text',
                isOn && 'text-text',
              )}
            >
              <span className="truncate">{t(`sessions.column.${column.sort}`)}</span>
              {isOn && <Arrow size={12} aria-hidden="true" className="shrink-0" />}
              {isOn && <span className="sr-only">{t(reversed ? 'sessions.reversed' : 'sessions.sorted')}</span>}
            </button>
          </div>
        );
      })}
    </div>
  );
};
