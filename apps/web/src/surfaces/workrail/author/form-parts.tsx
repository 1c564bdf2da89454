import type { CompileProblem } from '@atelier/contracts';
import { createContext, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { fromLines, type Path, pointerOf, toLines, withValue } from './form-edit.ts';

type Form = {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly errors: readonly CompileProblem[];
};

export const FormContext = createContext<Form | undefined>(undefined);

/** Reads what is wrong with a place, and writes a value there. */
export const usePart = (path: Path) => {
  const form = useContext(FormContext);
  const pointer = pointerOf(path);
  return {
    error: form?.errors.find((problem) => problem.pointer === pointer)?.message,
    write: (value: unknown) => form?.onText(withValue(form.text, path, value)),
  };
};

type TextProps = {
  readonly label: string;
  readonly path: Path;
  readonly value: unknown;
  readonly rows?: number;
  readonly isCode?: boolean;
};

export const TextPart = ({ label, path, value, rows, isCode = false }: TextProps) => {
  const { error, write } = usePart(path);
  const shown = typeof value === 'string' ? value : '';
  const wrong = error === undefined ? {} : { error };
  if (rows !== undefined)
    return (
      <TextArea
        label={label}
        rows={rows}
        value={shown}
        {...(error === undefined ? {} : { hint: error })}
        onChange={(event) => write(event.target.value)}
      />
    );
  return (
    <TextField
      label={label}
      value={shown}
      {...wrong}
      onChange={(event) => write(event.target.value)}
      {...(isCode ? { dir: 'ltr' as const, className: 'font-mono text-sm' } : {})}
    />
  );
};

/** A list as lines of a box. What is typed stays as it is while the list says the same: an empty line is in no list. */
export const LinesPart = ({ label, path, value }: Omit<TextProps, 'rows' | 'isCode'>) => {
  const { t } = useTranslation('workrail');
  const { write } = usePart(path);
  const [typed, setTyped] = useState('');
  const written = toLines(value);
  return (
    <TextArea
      label={label}
      hint={t('form.lines')}
      rows={3}
      value={toLines(fromLines(typed)) === written ? typed : written}
      onChange={(event) => {
        setTyped(event.target.value);
        write(fromLines(event.target.value));
      }}
    />
  );
};

export const SwitchPart = ({ label, path, value }: Omit<TextProps, 'rows' | 'isCode'>) => {
  const { write } = usePart(path);
  return <Switch label={label} checked={value === true} onChange={(on) => write(on ? true : undefined)} />;
};

export const NumberPart = ({ label, path, value }: Omit<TextProps, 'rows' | 'isCode'>) => {
  const { error, write } = usePart(path);
  return (
    <TextField
      label={label}
      type="number"
      min={1}
      value={typeof value === 'number' ? value : ''}
      {...(error === undefined ? {} : { error })}
      onChange={(event) => write(event.target.value === '' ? undefined : event.target.valueAsNumber)}
    />
  );
};
