import type { Colour, WorkPricing } from '@atelier/contracts/studio';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { ColourFields } from '../elements/colour-fields.tsx';
import { AmountField } from '../quote/money-field.tsx';
import { pricingOf, typedPricing } from './typed-pricing.ts';
import type { Json } from './value-kind.ts';

type Props = {
  readonly value: Json;
  /** Undefined: leave it as it was. */
  readonly onDone: (value: Json | undefined) => void;
};

/** Colours are one value: all of them are changed together. */
export const EditColours = ({ value, onDone }: Props) => {
  const [colours, setColours] = useState<readonly Colour[]>(
    Array.isArray(value) ? (value as unknown as readonly Colour[]) : [],
  );
  const isNamed = colours.every(({ name }) => Boolean(name.he?.trim() || name.en?.trim()));
  return (
    <Together canSave={isNamed} onSave={() => onDone(colours as unknown as Json)} onCancel={() => onDone(undefined)}>
      <ColourFields colours={colours} onChange={setColours} />
    </Together>
  );
};

/** Work by the hour, or at one price. */
export const EditPricing = ({ value, onDone }: Props) => {
  const { t } = useTranslation('studio');
  const [typed, setTyped] = useState(() => typedPricing(value as unknown as WorkPricing | null));
  const pricing = pricingOf(typed);
  const number = (field: 'hours' | 'crew') => (
    <TextField
      label={t(`draft.pricing.${field}`)}
      dir="ltr"
      inputMode="decimal"
      className="tabular-nums rtl:text-end"
      value={typed[field]}
      onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
    />
  );
  return (
    <Together
      canSave={pricing !== undefined}
      onSave={() => onDone(pricing as unknown as Json)}
      onCancel={() => onDone(undefined)}
    >
      <Segmented
        label={t('draft.pricing.mode')}
        value={typed.mode}
        choices={(['hourly', 'fixed'] as const).map((mode) => ({ value: mode, label: t(`draft.pricing.${mode}`) }))}
        onChange={(mode) => setTyped({ ...typed, mode })}
      />
      {typed.mode === 'hourly' ? (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-2">
          {number('hours')}
          {number('crew')}
          <AmountField
            label={t('draft.pricing.rate')}
            unit="money"
            value={typed.rateMinor}
            onChange={(rateMinor) => setTyped({ ...typed, rateMinor })}
          />
        </div>
      ) : (
        <AmountField
          label={t('draft.pricing.amount')}
          unit="money"
          value={typed.amountMinor}
          onChange={(amountMinor) => setTyped({ ...typed, amountMinor })}
        />
      )}
    </Together>
  );
};

type TogetherProps = {
  readonly canSave: boolean;
  readonly onSave: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
};

/** A value of several fields: nothing of it is kept before all of it is. */
const Together = ({ canSave, onSave, onCancel, children }: TogetherProps) => {
  const { t } = useTranslation('studio');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input:not([type=color])')?.focus(), []);
  return (
    <form
      ref={form}
      className="my-1 flex max-w-96 flex-col gap-3 rounded-md border border-line bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) onSave();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
    >
      {children}
      <div className="flex gap-2">
        <Button size="sm" tone="primary" type="submit" disabled={!canSave}>
          {t('draft.saveValue')}
        </Button>
        <Button size="sm" tone="quiet" onClick={onCancel}>
          {t('draft.cancelValue')}
        </Button>
      </div>
    </form>
  );
};
