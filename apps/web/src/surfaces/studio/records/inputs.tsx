import type { Lang } from '@atelier/contracts/studio';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names.ts';
import { Field, inputClass, TextField } from '../../../ui/field.tsx';
import { typedNumber } from '../../../ui/typed/typed-number.ts';
import { langOfUi } from '../shown-text.tsx';

type TextProps = {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly disabled?: boolean;
  /** Says every letter: whoever saves by a button may press it before the field is left. */
  readonly live?: boolean;
  readonly onChange: (value: string) => void;
};

/** A text whose value is taken when the field is left: a list that is cut at commas would eat the comma being typed. */
export const TextInput = ({ label, hint, value, disabled = false, live = false, onChange }: TextProps) => {
  const [text, setText] = useState<string>();
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      disabled={disabled}
      value={text ?? value}
      onChange={(event) => {
        setText(event.target.value);
        if (live) onChange(event.target.value);
      }}
      onBlur={() => {
        if (!live && text !== undefined && text !== value) onChange(text);
        setText(undefined);
      }}
    />
  );
};

type NumberProps = {
  readonly label: string;
  readonly hint?: string;
  readonly value: number | null;
  readonly disabled?: boolean;
  readonly live?: boolean;
  readonly onChange: (value: number | null) => void;
};

export const NumberInput = ({ label, hint, value, disabled = false, live = false, onChange }: NumberProps) => {
  const { t } = useTranslation('studio');
  const [text, setText] = useState<string>();
  const before = useRef(value);
  const read = (typed: string): number | null | undefined => (typed.trim() === '' ? null : typedNumber(typed));
  const isWrong = text !== undefined && read(text) === undefined;
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      {...(isWrong ? { error: t('records.notANumber') } : {})}
      dir="ltr"
      inputMode="decimal"
      disabled={disabled}
      className="tabular-nums rtl:text-end"
      value={text ?? (value === null ? '' : String(value))}
      onChange={(event) => {
        if (text === undefined) before.current = value;
        setText(event.target.value);
        const next = read(event.target.value);
        // What cannot be read leaves the number as it was.
        if (live) onChange(next === undefined ? before.current : next);
      }}
      onBlur={() => {
        const next = text === undefined ? undefined : read(text);
        if (next === undefined) return;
        if (!live && next !== value) onChange(next);
        setText(undefined);
      }}
    />
  );
};

type PairProps = {
  readonly label: string;
  readonly he: string;
  readonly en: string;
  readonly long?: boolean;
  readonly disabled?: boolean;
  readonly onChange: (lang: Lang, value: string) => void;
};

/** A text in both languages, the one of the screen first. */
export const TextPair = ({ label, he, en, long = false, disabled = false, onChange }: PairProps) => {
  const { t, i18n } = useTranslation('studio');
  const own = langOfUi(i18n.language);
  const other: Lang = own === 'he' ? 'en' : 'he';
  const name = (lang: Lang) => `${label} (${lang === 'he' ? t('records.inHebrew') : t('records.inEnglish')})`;
  return (
    <div className="flex flex-col gap-1.5">
      {[own, other].map((lang) => (
        <Field key={lang} label={name(lang)}>
          {({ id }) => {
            const shared = {
              id,
              lang,
              dir: lang === 'he' ? 'rtl' : 'ltr',
              disabled,
              value: lang === 'he' ? he : en,
              maxLength: long ? 4000 : 500,
            };
            return long ? (
              <textarea
                {...shared}
                rows={2}
                onChange={(event) => onChange(lang, event.target.value)}
                className={classNames(inputClass, 'field-sizing-content h-auto py-1.5')}
              />
            ) : (
              <input {...shared} onChange={(event) => onChange(lang, event.target.value)} className={inputClass} />
            );
          }}
        </Field>
      ))}
    </div>
  );
};
