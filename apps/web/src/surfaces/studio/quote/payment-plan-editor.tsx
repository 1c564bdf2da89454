import type { PaymentPart, WorkingQuoteView } from '@atelier/contracts/studio';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, inputClass, TextField } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Money } from '../money.tsx';
import type { ProjectStore } from '../project-store.ts';
import { useKept } from '../records/use-kept.ts';
import { langOfUi, shownText } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { AmountField } from './money-field.tsx';
import { restOfPlan } from './payment-parts.ts';

type Props = { readonly project: ProjectStore; readonly working: WorkingQuoteView };

/** Who pays how much, and when. Parts add up to the total, or the quote is not issued. */
export const PaymentPlanEditor = ({ project, working }: Props) => {
  const { t } = useTranslation('studio');
  const act = useAct(project);
  const { paymentPlan, project: record, role } = useProjectView(project);
  const { edited, isMoved, edit, drop } = useKept<readonly PaymentPart[]>(project, 'payments', paymentPlan);
  const parts = edited ?? paymentPlan;
  const mayEdit = role === 'owner' || role === 'editor';
  const change = (at: number, part: PaymentPart) => edit(parts.map((each, nth) => (nth === at ? part : each)));
  const rest = restOfPlan(parts, working.totalMinor);
  const save = async () => {
    const done = await act({ type: 'setPaymentPlan', parts: [...parts] });
    if (done?.outcome === 'done') drop();
  };
  return (
    <div className="flex flex-col gap-3">
      {parts.length === 0 && <p className="text-muted">{t('quote.noPlan')}</p>}
      <ol className="flex flex-col gap-3">
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name but their place
          <li key={at} className="rounded-md border border-line p-3">
            <PartFields
              part={part}
              disabled={!mayEdit}
              onChange={(next) => change(at, next)}
              onRemove={() => edit(parts.filter((_, nth) => nth !== at))}
            />
          </li>
        ))}
      </ol>
      {edited === undefined && working.payments.length > 0 && (
        <p className="text-muted text-sm">
          {working.payments.map(({ minor }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name but their place
            <span key={at}>
              {at > 0 && ' + '}
              <Money minor={minor} currency={record.currency} />
            </span>
          ))}
          {' = '}
          <Money minor={working.totalMinor} currency={record.currency} />
        </p>
      )}
      {parts.length > 0 && rest.kind !== 'even' && (
        <p role="status" className="text-danger-text text-sm">
          {rest.kind === 'percent' ? (
            t('quote.percentOff', { percent: rest.bps / 100 })
          ) : (
            <>
              {t('quote.sumOff')} <Money minor={rest.minor} currency={record.currency} signed />
            </>
          )}
        </p>
      )}
      {isMoved && <Banner tone="draft" title={t('quote.planMoved')} />}
      {mayEdit && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={<Plus size={13} />}
            disabled={parts.length >= 12}
            onClick={() => edit([...parts, newPart(parts)])}
          >
            {t('quote.addPart')}
          </Button>
          {edited !== undefined && (
            <>
              <Button size="sm" tone="primary" onClick={() => void save()}>
                {t('quote.savePlan')}
              </Button>
              <Button size="sm" tone="quiet" onClick={() => drop()}>
                {t('quote.cancel')}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
};

const newPart = (parts: readonly PaymentPart[]): PaymentPart => {
  const taken = parts.reduce((all, { amount }) => all + ('bps' in amount ? amount.bps : 0), 0);
  return {
    label: parts.length === 0 ? { he: 'מקדמה', en: 'Advance' } : { he: 'יתרה', en: 'Balance' },
    amount: { bps: Math.max(0, 10_000 - taken) },
    due: parts.length === 0 ? { kind: 'onOrder' } : { kind: 'endOfMonthPlus', days: 30 },
  };
};

type PartProps = {
  readonly part: PaymentPart;
  readonly disabled: boolean;
  readonly onChange: (part: PaymentPart) => void;
  readonly onRemove: () => void;
};

const PartFields = ({ part, disabled, onChange, onRemove }: PartProps) => {
  const { t, i18n } = useTranslation('studio');
  const lang = langOfUi(i18n.language);
  const { amount, due } = part;
  const unit = 'bps' in amount ? 'percent' : 'money';
  return (
    <div className="grid grid-cols-1 items-start gap-3 @md:grid-cols-2 @3xl:grid-cols-4">
      <TextField
        label={t('quote.partName')}
        disabled={disabled}
        maxLength={200}
        value={shownText(part.label, i18n.language)}
        onChange={(event) => onChange({ ...part, label: { ...part.label, [lang]: event.target.value } })}
      />
      <Field label={t('quote.partUnit')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('quote.partUnit')}
            disabled={disabled}
            value={unit}
            options={[
              { value: 'percent', label: t('quote.percent') },
              { value: 'money', label: t('quote.sum') },
            ]}
            onChange={(next) => onChange({ ...part, amount: next === 'percent' ? { bps: 0 } : { minor: 0 } })}
          />
        )}
      </Field>
      <AmountField
        key={unit}
        label={t('quote.amount')}
        unit={unit}
        disabled={disabled}
        value={'bps' in amount ? amount.bps : amount.minor}
        onChange={(value) =>
          onChange({ ...part, amount: unit === 'percent' ? { bps: value ?? 0 } : { minor: value ?? 0 } })
        }
      />
      <div className="flex flex-col gap-1.5">
        <Field label={t('quote.due')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('quote.due')}
              disabled={disabled}
              value={due.kind}
              options={[
                { value: 'onOrder', label: t('quote.dueKind.onOrder') },
                { value: 'date', label: t('quote.dueKind.date') },
                { value: 'endOfMonthPlus', label: t('quote.dueKind.endOfMonthPlus') },
              ]}
              onChange={(kind) => onChange({ ...part, due: dueOf(kind) })}
            />
          )}
        </Field>
        {due.kind === 'date' && (
          <input
            type="date"
            aria-label={t('quote.dueKind.date')}
            value={due.date}
            disabled={disabled}
            onChange={(event) =>
              event.target.value !== '' && onChange({ ...part, due: { kind: 'date', date: event.target.value } })
            }
            className={inputClass}
          />
        )}
        {due.kind === 'endOfMonthPlus' && (
          <input
            type="number"
            min={0}
            max={365}
            aria-label={t('quote.days')}
            value={due.days}
            disabled={disabled}
            onChange={(event) =>
              onChange({ ...part, due: { kind: 'endOfMonthPlus', days: clampDays(Number(event.target.value)) } })
            }
            className={inputClass}
          />
        )}
      </div>
      {!disabled && (
        <div className="@3xl:col-span-4 @md:col-span-2 flex justify-end">
          <Button size="sm" tone="quiet" icon={<Trash2 size={13} />} onClick={onRemove}>
            {t('quote.removePart')}
          </Button>
        </div>
      )}
    </div>
  );
};

const clampDays = (days: number): number => Math.min(365, Math.max(0, Math.trunc(days) || 0));

const dueOf = (kind: PaymentPart['due']['kind']): PaymentPart['due'] =>
  kind === 'onOrder'
    ? { kind }
    : kind === 'date'
      ? { kind, date: new Date().toISOString().slice(0, 10) }
      : { kind, days: 30 };
