import { EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names.ts';

type Props = {
  readonly sheets: readonly string[];
  readonly hidden: readonly string[];
  readonly value: string;
  readonly onChange: (sheet: string) => void;
};

/** The sheets of a workbook; one alone needs no choice. */
export const SheetTabs = ({ sheets, hidden, value, onChange }: Props) => {
  const { t } = useTranslation('workshop');
  if (sheets.length < 2) return null;
  return (
    <div
      role="tablist"
      aria-label={t('viewer.sheets')}
      className="flex shrink-0 gap-1 overflow-x-auto border-line border-b bg-sunken px-2 py-1"
    >
      {sheets.map((sheet) => (
        <button
          key={sheet}
          type="button"
          role="tab"
          aria-selected={sheet === value}
          onClick={() => onChange(sheet)}
          className={classNames(
            'whitespace-nowrap rounded-sm px-2.5 py-1 text-sm',
            sheet === value ? 'bg-raised font-medium shadow-low' : 'text-muted hover:text-text',
          )}
        >
          <bdi>{sheet}</bdi>
          {hidden.includes(sheet) && (
            <span className="ms-1.5 inline-flex items-center gap-1 text-faint text-xs">
              <EyeOff size={11} aria-hidden="true" />
              {t('viewer.hiddenSheet')}
            </span>
          )}
        </button>
      ))}
    </div>
  );
};
