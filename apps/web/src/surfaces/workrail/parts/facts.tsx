import type { ReactNode } from 'react';
import { Breakable } from '../../../ui/breakable.tsx';

export type Fact = { readonly label: string; readonly value: ReactNode };

type Props = {
  readonly facts: readonly Fact[];
  /** Each value below its name, where a column beside the names would break it. */
  readonly isStacked?: boolean;
};

/** Names and values, one under the other. */
export const Facts = ({ facts, isStacked = false }: Props) => (
  <dl
    className={
      isStacked ? 'flex flex-col gap-2 text-sm' : 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm'
    }
  >
    {facts.map(({ label, value }) => (
      <div key={label} className={isStacked ? undefined : 'contents'}>
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
