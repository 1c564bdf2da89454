import { type PolicyVersion, trades } from '@atelier/contracts/studio';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/panel.tsx';
import { AmountField } from '../quote/money-field.tsx';

type Rates = Pick<PolicyVersion, 'tradeRates' | 'labourFactors'>;
type Props = { readonly rates: Rates; readonly onChange: (next: Partial<Rates>) => void };

const times = ['nightBps', 'fridayBps', 'shabbatBps'] as const;
/** Where a policy says nothing, such hours cost what others do. */
const plain = { nightBps: 10_000, fridayBps: 10_000, shabbatBps: 10_000 };

/** What an hour costs, by trade, and how much more of it at night, on Friday and on Shabbat. */
export const PolicyRates = ({ rates: { tradeRates, labourFactors }, onChange }: Props) => {
  const { t } = useTranslation('studio');
  const setRate = (trade: (typeof trades)[number], minor: number | null) => {
    const { [trade]: _was, ...others } = tradeRates;
    onChange({ tradeRates: minor === null ? others : { ...others, [trade]: minor } });
  };
  return (
    <>
      <Panel title={t('workspace.ratesTitle')} description={t('workspace.ratesDetail')}>
        <div className="grid @3xl:grid-cols-5 @lg:grid-cols-3 grid-cols-2 gap-4">
          {trades.map((trade) => (
            <AmountField
              key={trade}
              label={t(`records.trade.${trade}`)}
              unit="money"
              value={tradeRates[trade] ?? null}
              onChange={(minor) => setRate(trade, minor)}
            />
          ))}
        </div>
      </Panel>
      <Panel title={t('workspace.timesTitle')} description={t('workspace.timesDetail')}>
        <div className="grid @lg:grid-cols-3 grid-cols-1 gap-4">
          {times.map((time) => (
            <AmountField
              key={time}
              label={t(`workspace.times.${time}`)}
              unit="percent"
              mostPercent={500}
              value={(labourFactors ?? plain)[time]}
              onChange={(value) =>
                onChange({ labourFactors: { ...(labourFactors ?? plain), [time]: Math.max(1_000, value ?? 10_000) } })
              }
            />
          ))}
        </div>
      </Panel>
    </>
  );
};
