import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type FieldProps = {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string;
  readonly children: (ids: {
    readonly id: string;
    readonly describedBy?: string;
    readonly invalid: boolean;
  }) => ReactNode;
};

/** Label, control, and below it either the hint or what is wrong. */
export const Field = ({ label, hint, error, children }: FieldProps) => {
  const id = useId();
  const note = error ?? hint;
  const noteId = `${id}-note`;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-sm text-text">
        {label}
      </label>
      {children({ id, invalid: error !== undefined, ...(note === undefined ? {} : { describedBy: noteId }) })}
      {note !== undefined && (
        <p
          id={noteId}
          role={error === undefined ? undefined : 'alert'}
          className={classNames('text-sm', error === undefined ? 'text-faint' : 'text-danger-text')}
        >
          {note}
        </p>
      )}
    </div>
  );
};

export const inputClass =
  'h-8 w-full min-w-0 rounded-sm border border-line-strong/80 bg-raised px-2.5 text-base text-text shadow-low placeholder:text-faint hover:border-line-strong aria-invalid:border-danger disabled:opacity-50';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & Pick<FieldProps, 'label' | 'hint' | 'error'>;

export const TextField = ({ label, hint, error, className, ...rest }: TextFieldProps) => (
  <Field label={label} {...(hint === undefined ? {} : { hint })} {...(error === undefined ? {} : { error })}>
    {({ id, describedBy, invalid }) => (
      <input
        dir="auto"
        {...rest}
        id={id}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        className={classNames(inputClass, className)}
      />
    )}
  </Field>
);
