import { Switch as Primitive } from 'radix-ui';
import { useId } from 'react';

type Props = {
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
};

/** For a switch that stands alone in a row and has its label elsewhere. */
export const switchClass =
  'inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-transparent bg-line-strong px-0.5 transition-colors data-[state=checked]:bg-accent-solid disabled:opacity-50';
export const thumbClass =
  'size-4 rounded-full bg-raised shadow-low transition-transform duration-150 data-[state=checked]:translate-x-[15px] rtl:data-[state=checked]:-translate-x-[15px]';

export const Switch = ({ label, hint, checked, onChange, disabled }: Props) => {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-base text-text">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </p>
        )}
      </div>
      <Primitive.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled === true}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={`mt-0.5 ${switchClass}`}
      >
        <Primitive.Thumb className={thumbClass} />
      </Primitive.Root>
    </div>
  );
};
