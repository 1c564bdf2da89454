import type { Answers, ProjectView, Question } from '@atelier/contracts/studio';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { inputClass, TextField } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { DateField, MoneyField } from '../../../ui/typed/typed-field.tsx';
import { typedNumber } from '../../../ui/typed/typed-number.ts';
import { NumberInput } from '../records/inputs.tsx';
import { useShownText } from '../shown-text.tsx';

type Value = Answers[string];

type Props = {
  readonly question: Question;
  readonly view: ProjectView;
  readonly value: Value;
  readonly problem: string | undefined;
  readonly disabled: boolean;
  /** Null takes the answer back. */
  readonly onChange: (value: Value) => void;
};

/** One question with the field its answer fits in. */
export const AnswerField = ({ question, view, value, problem, disabled, onChange }: Props): ReactNode => {
  const { t } = useTranslation('studio');
  const shown = useShownText();
  const { type, required, text, help } = question;
  const label = required ? t('questions.required', { question: shown(text) }) : shown(text);
  const words = typeof value === 'string' ? value : '';
  const hint = help === undefined ? {} : { hint: shown(help) };
  const error = problem === undefined ? {} : { error: problem };
  const say = (next: string) => onChange(next.trim() === '' ? null : next);
  switch (type) {
    case 'text':
      return (
        <TextField
          label={label}
          {...hint}
          {...error}
          maxLength={500}
          disabled={disabled}
          value={words}
          onChange={(event) => say(event.target.value)}
        />
      );
    case 'longText':
      return (
        <Group label={label} {...hint} {...error}>
          {(ids) => (
            <textarea
              {...ids}
              dir="auto"
              rows={3}
              maxLength={4_000}
              disabled={disabled}
              value={words}
              onChange={(event) => say(event.target.value)}
              className={`${inputClass} field-sizing-content h-auto min-h-20 py-1.5`}
            />
          )}
        </Group>
      );
    case 'number':
      return (
        <TextField
          label={question.unit === undefined ? label : `${label} (${question.unit})`}
          {...hint}
          {...error}
          dir="ltr"
          inputMode="numeric"
          disabled={disabled}
          className="max-w-40 tabular-nums rtl:text-end"
          value={typeof value === 'number' ? String(value) : words}
          onChange={(event) => {
            const typed = event.target.value;
            say(typed);
            const number = typedNumber(typed);
            // A number as it is; half of one stays as it was typed, and is said when it is saved.
            if (number !== undefined && /\d$/.test(typed)) onChange(number);
          }}
        />
      );
    case 'money':
      return (
        <div className="max-w-56">
          <MoneyField
            label={label}
            {...hint}
            currency={view.project.currency}
            disabled={disabled}
            value={typeof value === 'number' ? value : null}
            onChange={onChange}
          />
          <Problem text={problem} />
        </div>
      );
    case 'date':
      return (
        <div className="max-w-56">
          <DateField
            label={label}
            {...hint}
            disabled={disabled}
            value={typeof value === 'string' ? value : null}
            onChange={onChange}
          />
          <Problem text={problem} />
        </div>
      );
    case 'dimension':
      return <Dimension label={label} value={value} problem={problem} disabled={disabled} onChange={onChange} />;
    case 'boolean':
      return (
        <Titled label={label} problem={problem}>
          <Segmented
            label={label}
            value={value === true ? 'yes' : value === false ? 'no' : ('' as 'yes')}
            choices={[
              { value: 'yes', label: t('field.yes') },
              { value: 'no', label: t('field.no') },
            ]}
            onChange={(chosen) => onChange(chosen === 'yes')}
          />
        </Titled>
      );
    case 'color':
      return (
        <TextField
          label={label}
          {...error}
          hint={t('questions.colour')}
          disabled={disabled}
          value={words}
          onChange={(event) => say(event.target.value)}
        />
      );
    case 'elementRef':
      return (
        <Titled label={label} problem={problem}>
          <Select
            label={label}
            value={words}
            disabled={disabled}
            options={view.elements
              .filter(({ tombstone }) => tombstone === null)
              .map(({ id, name }) => ({ value: id, label: shown(name) }))}
            onChange={onChange}
          />
        </Titled>
      );
    case 'single':
    case 'multi':
      return (
        <Choices
          question={question}
          label={label}
          value={value}
          problem={problem}
          disabled={disabled}
          onChange={onChange}
        />
      );
  }
};

type GroupProps = {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string;
  readonly children: (ids: { readonly id: string; readonly 'aria-invalid': true | undefined }) => ReactNode;
};

const Group = ({ label, hint, error, children }: GroupProps) => {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children({ id, 'aria-invalid': error === undefined ? undefined : true })}
      {error === undefined ? (
        hint !== undefined && <p className="text-faint text-sm">{hint}</p>
      ) : (
        <Problem text={error} />
      )}
    </div>
  );
};

const Problem = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p role="alert" className="mt-1 text-danger-text text-sm">
      {text}
    </p>
  );

type TitledProps = { readonly label: string; readonly problem: string | undefined; readonly children: ReactNode };

const Titled = ({ label, problem, children }: TitledProps) => (
  <div className="flex min-w-0 flex-col items-start gap-1.5">
    <p aria-hidden="true" className="font-medium text-sm">
      {label}
    </p>
    {children}
    <Problem text={problem} />
  </div>
);

type PartProps = Omit<Props, 'question' | 'view'> & { readonly label: string };

const sides = ['widthMm', 'heightMm', 'depthMm'] as const;

const Dimension = ({ label, value, problem, disabled, onChange }: PartProps) => {
  const { t } = useTranslation('studio');
  const size = (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Record<
    string,
    Value
  >;
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div className="grid max-w-md grid-cols-3 gap-2">
        {sides.map((side) => (
          <NumberInput
            live
            key={side}
            label={t(`path.dims_${side}`)}
            hint={t('records.metres')}
            disabled={disabled}
            value={typeof size[side] === 'number' ? size[side] / 1000 : null}
            onChange={(metres) => {
              const { [side]: _old, ...rest } = size;
              const next = metres === null ? rest : { ...rest, [side]: Math.round(metres * 1000) };
              onChange(Object.keys(next).length === 0 ? null : next);
            }}
          />
        ))}
      </div>
      <Problem text={problem} />
    </fieldset>
  );
};

const Choices = ({
  question,
  label,
  value,
  problem,
  disabled,
  onChange,
}: PartProps & { readonly question: Question }) => {
  const { t } = useTranslation('studio');
  const shown = useShownText();
  const name = useId();
  const options = question.options ?? [];
  const isMulti = question.type === 'multi';
  const chosen = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
  const other = chosen.find((each) => !options.some((option) => option.value === each)) ?? '';
  const give = (next: readonly string[]) => {
    if (next.length === 0) return onChange(null);
    onChange(isMulti ? [...next] : (next[0] ?? null));
  };
  const known = chosen.filter((each) => each !== other);
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {options.map((option) =>
          isMulti ? (
            <Checkbox
              key={option.value}
              label={shown(option.label)}
              checked={chosen.includes(option.value)}
              onChange={(on) => give(on ? [...chosen, option.value] : chosen.filter((each) => each !== option.value))}
            />
          ) : (
            <label key={option.value} className="flex items-center gap-2">
              <input
                type="radio"
                name={name}
                checked={chosen.includes(option.value)}
                onChange={() => give([option.value])}
                className="size-4 accent-(--color-accent-solid)"
              />
              {shown(option.label)}
            </label>
          ),
        )}
      </div>
      {question.allowOther === true && (
        <input
          dir="auto"
          maxLength={200}
          aria-label={t('questions.otherFor', { question: label })}
          placeholder={t('questions.other')}
          value={other}
          onChange={(event) => {
            const typed = event.target.value;
            const rest = isMulti ? known : [];
            give(typed === '' ? rest : [...rest, typed]);
          }}
          className={`${inputClass} max-w-72`}
        />
      )}
      <Problem text={problem} />
    </fieldset>
  );
};
