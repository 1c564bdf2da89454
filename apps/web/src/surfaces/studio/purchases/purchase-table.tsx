import type { ProjectView } from '@atelier/contracts/studio';
import type { PurchaseRow } from '@atelier/studio/view';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { inputClass } from '../../../ui/field.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { Money } from '../money.tsx';
import { Shown, useShownText } from '../shown-text.tsx';

export const purchaseStatuses = ['needed', 'ordered', 'received'] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];
const toneOf: Record<PurchaseStatus, Tone> = { needed: 'draft', ordered: 'accent', received: 'published' };

/** On a phone the status is in sight, and what it costs and when it is needed stand under its name. */
const roomy = 'hidden @xl:table-cell print:table-cell';
const cramped = '@xl:hidden print:hidden';

type Props = {
  readonly label: string;
  readonly rows: readonly PurchaseRow[];
  readonly view: ProjectView;
  readonly today: string;
  readonly onStatus?: (row: PurchaseRow, status: PurchaseStatus) => void;
};

/** What is bought from one supplier, the earliest first. */
export const PurchaseTable = ({ label, rows, view, today, onStatus }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const shown = useShownText();
  const day = (date: string) => (
    <time dateTime={date} className="whitespace-nowrap">
      <bdi>{formatDate(date, i18n.language)}</bdi>
    </time>
  );
  const head = 'h-7 px-2 text-start font-medium text-faint text-xs';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="overflow-x-auto outline-offset-[-2px]">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-line border-y bg-sunken">
            {(
              [
                [t('records.field.label')],
                [t('records.accounting.quantity')],
                [t('records.accounting.cost'), roomy],
                [t('records.purchases.neededBy'), roomy],
                [t('records.field.status')],
              ] as const
            ).map(([name, where = '']) => (
              <th key={name} scope="col" className={`${head} ${where}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { line, costMinor, neededBy, status } = row;
            const isLate = neededBy !== null && neededBy < today && status === 'needed';
            return (
              <tr key={line.id} data-line={line.id} className="border-line border-b align-top">
                <th scope="row" className="min-w-32 px-2 py-1.5 text-start font-normal">
                  <span className="block font-medium">
                    <Shown text={line.label} />
                  </span>
                  <span className="text-faint text-xs">
                    {line.elementId === null ? (
                      t('records.general')
                    ) : (
                      <Shown text={view.elements.find(({ id }) => id === line.elementId)?.name} />
                    )}
                    {line.sku !== undefined && (
                      <>
                        {' · '}
                        <bdi dir="ltr">{line.sku}</bdi>
                      </>
                    )}
                  </span>
                  <span className={`block text-muted text-xs ${cramped}`}>
                    <Money minor={costMinor} currency={view.project.currency} />
                    {neededBy !== null && (
                      <>
                        {' · '}
                        <span className={isLate ? 'font-medium text-danger-text' : ''}>
                          {t('records.purchases.neededBy')} {day(neededBy)}
                        </span>
                      </>
                    )}
                  </span>
                </th>
                <td className="whitespace-nowrap px-2 py-1.5">
                  <bdi dir="ltr">{formatNumber(line.qtyMilli / 1000, i18n.language, 3)}</bdi>{' '}
                  {t(`records.unit.${line.unit}`)}
                </td>
                <td className={`px-2 py-1.5 ${roomy}`}>
                  <Money minor={costMinor} currency={view.project.currency} />
                </td>
                <td className={`px-2 py-1.5 ${roomy}`}>
                  {neededBy === null ? <span className="text-faint">—</span> : day(neededBy)}
                  {isLate && <span className="block font-medium text-danger-text">{t('records.purchases.late')}</span>}
                </td>
                <td className="px-2 py-1.5">
                  <span className={onStatus === undefined ? '' : 'hidden print:inline'}>
                    <Badge tone={toneOf[status]}>{t(`records.purchases.${status}`)}</Badge>
                  </span>
                  {onStatus !== undefined && (
                    <select
                      aria-label={t('records.purchases.statusOf', { name: shown(line.label) })}
                      value={status}
                      onChange={(event) => {
                        const chosen = purchaseStatuses.find((each) => each === event.target.value);
                        if (chosen !== undefined) onStatus(row, chosen);
                      }}
                      className={`${inputClass} min-w-24`}
                    >
                      {purchaseStatuses.map((each) => (
                        <option key={each} value={each}>
                          {t(`records.purchases.${each}`)}
                        </option>
                      ))}
                    </select>
                  )}
                  {line.purchase.on !== undefined && (
                    <span className="block text-faint text-xs">{day(line.purchase.on)}</span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
};
