import { Check, Minus } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';
import { useId } from 'react';

type Props = {
  readonly label: string;
  /** What it is called for those who do not see what stands around it. Contains the label. */
  readonly name?: string;
  readonly hint?: string;
  /** `mixed`: some of what it stands for. */
  readonly checked: boolean | 'mixed';
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
};

export const Checkbox = ({ label, name, hint, checked, onChange, disabled = false }: Props) => {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <Primitive.Root
        id={id}
        checked={checked === 'mixed' ? 'indeterminate' : checked}
        onCheckedChange={(next) => onChange(next === true)}
        disabled={disabled}
        aria-label={name}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="mt-0.5 flex size-[18px] shrink-0 items-center justify-center rounded-[5px] border border-line-strong bg-raised text-on-accent data-[state=unchecked]:hover:border-accent data-[state=checked]:border-accent-solid data-[state=indeterminate]:border-accent-solid data-[state=checked]:bg-accent-solid data-[state=indeterminate]:bg-accent-solid disabled:opacity-50"
      >
        {/* Not the library's indicator: it asks for its style as it is mounted, which lays the page out again for each
            of two hundred rows. */}
        {checked === 'mixed' && <Minus size={13} aria-hidden="true" className="pointer-events-none" />}
        {checked === true && <Check size={13} aria-hidden="true" className="pointer-events-none" />}
      </Primitive.Root>
      <div className="min-w-0">
        <label htmlFor={id} className="text-base text-text">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
};
