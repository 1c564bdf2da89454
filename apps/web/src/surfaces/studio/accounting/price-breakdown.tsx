import type { ProjectView } from '@atelier/contracts/studio';
import { type Accounting, percentText } from '@atelier/studio/view';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Money } from '../money.tsx';
import { recordsOfView } from '../records/use-records.ts';
import { Shown } from '../shown-text.tsx';
import { breakdownOf } from './breakdown.ts';

type Props = { readonly view: ProjectView; readonly accounting: Accounting };

/** From what it costs to what is asked for it, step by step. The slider only shows: it changes nothing. */
export const PriceBreakdown = ({ view, accounting }: Props) => {
  const { t } = useTranslation('studio');
  const id = useId();
  const [whatIf, setWhatIf] = useState<number>();
  const { policy, pricing } = view;
  const { currency } = view.project;
  const records = recordsOfView(view);
  const now = useMemo(() => policy && breakdownOf(records, policy, pricing), [records, policy, pricing]);
  const then = useMemo(
    () =>
      policy && whatIf !== undefined
        ? breakdownOf(records, policy, { reason: '-', ...pricing, marginBps: whatIf })
        : undefined,
    [records, policy, pricing, whatIf],
  );
  if (policy === null || now === null) return null;
  const shown = then ?? now;
  const percent = (bps: number) => <bdi dir="ltr">{percentText(bps)}</bdi>;
  const most = policy.marginMode === 'margin' ? 6_000 : 10_000;
  return (
    <aside
      aria-label={t('records.accounting.breakdown')}
      className="relative shrink-0 border-line border-t bg-sunken px-4 py-3 @3xl:w-72 @3xl:overflow-y-auto @3xl:border-s @3xl:border-t-0"
    >
      <h3 className="mb-2 font-semibold">{t('records.accounting.breakdown')}</h3>
      <dl className="flex flex-col gap-1 text-sm">
        <Step name={t('records.accounting.direct')} minor={shown.directMinor} currency={currency} />
        {accounting.orphanedMinor > 0 && (
          <Step quiet name={t('records.accounting.orphaned')} minor={accounting.orphanedMinor} currency={currency} />
        )}
        <Step
          name={
            <>
              {t('records.accounting.overhead')} {percent(policy.overheadBps)}
            </>
          }
          minor={shown.overheadMinor}
          currency={currency}
        />
        <Step
          name={
            <>
              {t('records.accounting.contingency')} {percent(policy.contingencyBps)}
            </>
          }
          minor={shown.contingencyMinor}
          currency={currency}
        />
        <Step
          name={
            <>
              {policy.marginMode === 'markup' ? t('records.accounting.markup') : t('records.accounting.margin')}{' '}
              {percent(shown.policy.marginBps)}
            </>
          }
          minor={shown.marginMinor}
          currency={currency}
        />
        {shown.discountMinor !== 0 && (
          <Step name={t('records.accounting.discount')} minor={-shown.discountMinor} currency={currency} />
        )}
        {shown.roundingMinor !== 0 && (
          <Step name={t('records.accounting.rounding')} minor={shown.roundingMinor} currency={currency} />
        )}
        <Step strong name={t('records.accounting.subtotal')} minor={shown.subtotalMinor} currency={currency} />
        <Step
          name={
            <>
              {t('records.accounting.vat')} {percent(shown.policy.vatBps)}
            </>
          }
          minor={shown.vatMinor}
          currency={currency}
        />
        <Step strong name={t('records.accounting.total')} minor={shown.totalMinor} currency={currency} />
      </dl>
      <p className="mt-2 text-muted text-sm">
        {t('records.accounting.effective')} {percent(shown.effectiveMarginBps)}
      </p>
      {shown.isBelowMinimum && accounting.directMinor > 0 && (
        <div className="mt-2">
          <Banner tone="draft" title={t('records.accounting.low', { percent: percentText(policy.minMarginBps) })} />
        </div>
      )}
      <div className="mt-3 border-line border-t pt-3">
        <label htmlFor={id} className="font-medium text-sm">
          {t('records.accounting.whatIf')}
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={most}
          step={50}
          value={shown.policy.marginBps}
          aria-valuetext={percentText(shown.policy.marginBps)}
          onChange={(event) => setWhatIf(Number(event.target.value))}
          className="mt-1 w-full accent-(--accent-solid)"
        />
        <div role="status" className="min-h-7 text-sm">
          {then !== undefined && (
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span>
                {t('records.accounting.difference')}{' '}
                <Money signed minor={then.totalMinor - now.totalMinor} currency={currency} />
              </span>
              <Button size="sm" tone="quiet" onClick={() => setWhatIf(undefined)}>
                {t('records.accounting.reset')}
              </Button>
            </span>
          )}
        </div>
        <p className="text-faint text-xs">{t('records.accounting.whatIfHint')}</p>
      </div>
      <details className="mt-3 border-line border-t pt-2 text-sm">
        <summary className="cursor-pointer font-medium">{t('records.accounting.perElement')}</summary>
        <dl className="mt-1 flex flex-col gap-1">
          {accounting.perElement.map(({ elementId, directMinor, orphanedMinor }) => {
            const element = view.elements.find((each) => each.id === elementId);
            return (
              <Step
                key={elementId ?? 'general'}
                name={
                  <>
                    {element === undefined ? t('records.general') : <Shown text={element.name} />}
                    {element !== undefined && element.quoteRole !== 'included' && (
                      <span className="text-faint"> · {t('records.accounting.outside')}</span>
                    )}
                    {orphanedMinor > 0 && (
                      <span className="text-draft-text"> · {t('records.accounting.hasOrphaned')}</span>
                    )}
                  </>
                }
                minor={directMinor}
                currency={currency}
              />
            );
          })}
        </dl>
      </details>
    </aside>
  );
};

type StepProps = {
  readonly name: ReactNode;
  readonly minor: number;
  readonly currency: string;
  readonly strong?: boolean;
  readonly quiet?: boolean;
};

const Step = ({ name, minor, currency, strong = false, quiet = false }: StepProps) => (
  <div
    className={classNames(
      'flex justify-between gap-3',
      strong && 'border-line border-t pt-1 font-semibold',
      quiet && 'ps-3 text-draft-text',
    )}
  >
    <dt className="min-w-0">{name}</dt>
    <dd className="shrink-0">
      <Money minor={minor} currency={currency} />
    </dd>
  </div>
);
