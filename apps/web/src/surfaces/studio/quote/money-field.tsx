import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/field.tsx';
import { bpsOfText, minorOfText, textOfBps, textOfMinor } from './money-text.ts';

type Props = {
  readonly label: string;
  readonly hint?: string;
  /** Agorot, or basis points of a percent. */
  readonly value: number | null;
  readonly unit: 'money' | 'percent';
  /** A share may be more than the whole: 200 % of a rate. */
  readonly mostPercent?: number;
  readonly disabled?: boolean;
  readonly onChange: (value: number | null) => void;
};

/** A sum or a share: whole numbers inside, what people write outside. Empty is none. */
export const AmountField = ({ label, hint, value, unit, mostPercent = 100, disabled = false, onChange }: Props) => {
  const { t } = useTranslation('studio');
  const [text, setText] = useState<string>();
  const read = (typed: string) => (unit === 'money' ? minorOfText(typed) : bpsOfText(typed, mostPercent));
  const shown = value === null ? '' : unit === 'money' ? textOfMinor(value) : textOfBps(value);
  const isWrong = text !== undefined && text.trim() !== '' && read(text) === undefined;
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      {...(isWrong ? { error: t('quote.notAnAmount') } : {})}
      dir="ltr"
      inputMode="decimal"
      disabled={disabled}
      className="tabular-nums rtl:text-end"
      value={text ?? shown}
      onChange={(event) => {
        setText(event.target.value);
        const next = event.target.value.trim() === '' ? null : read(event.target.value);
        if (next !== undefined) onChange(next);
      }}
      onBlur={() => {
        if (!isWrong) setText(undefined);
      }}
    />
  );
};
