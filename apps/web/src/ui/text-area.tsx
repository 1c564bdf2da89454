import type { ComponentProps, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Field } from './field.tsx';

type Props = Omit<ComponentProps<'textarea'>, 'id'> & {
  readonly label: string;
  readonly hint?: string;
  readonly ref?: Ref<HTMLTextAreaElement>;
};

/** A box for several lines. */
export const TextArea = ({ label, hint, className, ...rest }: Props) => (
  <Field label={label} {...(hint === undefined ? {} : { hint })}>
    {({ id, describedBy }) => (
      <textarea
        dir="auto"
        rows={8}
        {...rest}
        id={id}
        aria-describedby={describedBy}
        className={classNames(
          'w-full min-w-0 rounded-sm border border-line-strong/80 bg-raised px-2.5 py-2 text-base text-text shadow-low placeholder:text-faint hover:border-line-strong',
          className,
        )}
      />
    )}
  </Field>
);
