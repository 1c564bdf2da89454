import type { ReactNode } from 'react';
import { Breakable } from '../../../ui/breakable.tsx';

export type Fact = { readonly label: string; readonly value: ReactNode };

/** Names and values, one under the other. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
    {facts.map(({ label, value }) => (
      <div key={label} className="contents">
        <dt className="text-faint">{label}</dt>
        <dd className="min-w-0 break-words">{value}</dd>
      </div>
    ))}
  </dl>
);

export const Id = ({ value }: { readonly value: string }) => (
  <bdi className="wrap-anywhere font-mono text-xs">
    <Breakable text={value} />
  </bdi>
);

export const Ids = ({ values }: { readonly values: readonly string[] }) => (
  <ul className="flex flex-col">
    {values.map((value) => (
      <li key={value}>
        <Id value={value} />
      </li>
    ))}
  </ul>
);
