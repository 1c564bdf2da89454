import type { ReactNode } from 'react';
import { SearchField } from './search-field.tsx';

type Props = {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** How many were found, once it is known. */
  readonly count: string | undefined;
  /** Further ways to narrow the list. */
  readonly children?: ReactNode;
};

/** Above a page of tiles: search them, narrow them, and how many there are. */
export const SearchBar = ({ label, hint, value, onChange, count, children }: Props) => (
  <div className="flex flex-wrap items-center gap-3">
    <SearchField
      label={label}
      hint={hint}
      value={value}
      onChange={onChange}
      className="min-w-0 flex-1 basis-56 @2xl:max-w-80"
    />
    {children}
    <p aria-live="polite" className="text-muted text-sm">
      {count}
    </p>
  </div>
);
