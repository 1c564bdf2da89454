import { Search } from 'lucide-react';
import { classNames } from './class-names.ts';
import { inputClass } from './field.tsx';

type Props = {
  readonly label: string;
  /** What stands in the empty field, where it is more than the label. */
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly className?: string;
};

export const SearchField = ({ label, hint = label, value, onChange, className }: Props) => (
  <label className={classNames('relative block', className)}>
    <span className="sr-only">{label}</span>
    <Search size={14} aria-hidden="true" className="absolute inset-y-0 start-2.5 my-auto text-faint" />
    <input
      dir="auto"
      type="search"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      placeholder={hint}
      className={`${inputClass} ps-8`}
    />
  </label>
);
