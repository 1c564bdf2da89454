import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMinor, formatNumber } from '../../i18n/format.ts';
import { TextField } from '../field.tsx';
import { typedMinor, typedNumber } from './typed-number.ts';

type Props<Value> = {
  readonly label: string;
  readonly hint?: string;
  readonly value: Value | null;
  readonly onChange: (value: Value | null) => void;
  readonly disabled?: boolean;
};

type NumberProps = Props<number> & {
  readonly read: (text: string) => number | undefined;
  readonly plain: (value: number) => string;
  readonly shown: (value: number) => string;
  readonly problem: string;
};

/** Shows the value as people write it; while it is typed in, plain. What cannot be read stays, with what is wrong. */
const NumberField = ({ label, hint, value, onChange, disabled = false, read, plain, shown, problem }: NumberProps) => {
  const [text, setText] = useState<string>();
  const isWrong = text !== undefined && text.trim() !== '' && read(text) === undefined;
  const finish = () => {
    if (text === undefined || isWrong) return;
    onChange(text.trim() === '' ? null : (read(text) ?? null));
    setText(undefined);
  };
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      {...(isWrong ? { error: problem } : {})}
      dir="ltr"
      inputMode="decimal"
      disabled={disabled}
      className="tabular-nums rtl:text-end"
      value={text ?? (value === null ? '' : shown(value))}
      onFocus={() => setText((current) => current ?? (value === null ? '' : plain(value)))}
      onChange={(event) => setText(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
        if (event.key === 'Escape') setText(undefined);
      }}
    />
  );
};

/** An amount in the smallest unit of its currency. */
export const MoneyField = ({ currency, ...rest }: Props<number> & { readonly currency: string }) => {
  const { t } = useTranslation('parts');
  return (
    <NumberField
      {...rest}
      read={typedMinor}
      plain={(minor) => (minor / 100).toFixed(2)}
      shown={(minor) => formatMinor(minor, currency)}
      problem={t('typed.money')}
    />
  );
};

export const PercentField = (props: Props<number>) => {
  const { t, i18n } = useTranslation('parts');
  return (
    <NumberField
      {...props}
      read={typedNumber}
      plain={String}
      shown={(value) => `${formatNumber(value, i18n.language)}%`}
      problem={t('typed.percent')}
    />
  );
};

/** A day such as 2026-11-16, chosen from the browser's own calendar. */
export const DateField = ({ label, hint, value, onChange, disabled = false }: Props<string>) => (
  <TextField
    type="date"
    label={label}
    {...(hint === undefined ? {} : { hint })}
    dir="ltr"
    disabled={disabled}
    className="rtl:text-end"
    value={value ?? ''}
    onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
  />
);
