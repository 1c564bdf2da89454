import type { Impact, ProjectView } from '@atelier/contracts/studio';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { Money } from '../money.tsx';
import { Shown } from '../shown-text.tsx';
import { FieldName } from './field-value.tsx';

type Props = { readonly view: ProjectView; readonly impact: Impact };

/** What the included changes come to: money, hours, dates and risks, before anybody reads a line of them. */
export const ImpactStrip = ({ view, impact }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const { currency } = view.project;
  const day = (iso: string | null) => (iso === null ? t('field.none') : formatDate(iso, i18n.language));
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-md border border-line bg-sunken px-3.5 py-2.5 @2xl:grid-cols-4">
      {view.canSeeCosts && (
        <>
          <Fact label={t('impact.subtotal')}>
            <Money minor={impact.subtotalMinor} currency={currency} />{' '}
            <span className="text-muted text-sm">
              (<Money minor={impact.subtotalDeltaMinor} currency={currency} signed />)
            </span>
          </Fact>
          <Fact label={t('impact.cost')}>
            <Money minor={impact.costDeltaMinor} currency={currency} signed />
          </Fact>
        </>
      )}
      <Fact label={t('impact.hours')}>
        <bdi dir="ltr">
          {impact.minutesDelta > 0 && '+'}
          {formatNumber(impact.minutesDelta / 60, i18n.language, 1)}
        </bdi>
      </Fact>
      <Fact label={t('impact.elements')}>{impact.elementIds.length}</Fact>
      {impact.latestStart !== undefined && impact.latestStart.from !== impact.latestStart.to && (
        <Fact label={t('impact.latestStart')}>
          <FromTo from={day(impact.latestStart.from)} to={day(impact.latestStart.to)} />
        </Fact>
      )}
      {impact.dates.map(({ path, from, to }) => (
        <Fact key={path} label={<FieldName path={path} />}>
          <FromTo from={day(from)} to={day(to)} />
        </Fact>
      ))}
      {impact.risks.length > 0 && (
        <div className="col-span-full">
          <dt className="text-muted text-xs">{t('impact.risks')}</dt>
          {impact.risks.map((risk) => (
            <dd key={`${risk.he}${risk.en}`} className="text-sm">
              <Shown text={risk} />
            </dd>
          ))}
        </div>
      )}
    </dl>
  );
};

const Fact = ({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted text-xs">{label}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
);

const FromTo = ({ from, to }: { readonly from: string; readonly to: string }) => (
  <span>
    <bdi>{from}</bdi> <Arrow /> <bdi>{to}</bdi>
  </span>
);

/** Points the way reading goes. */
export const Arrow = () => {
  const { t } = useTranslation('studio');
  return (
    <>
      <span className="sr-only">{t('field.becomes')}</span>
      <span aria-hidden="true" className="inline-block text-faint rtl:-scale-x-100">
        →
      </span>
    </>
  );
};
