import type { SessionOrder } from '@atelier/contracts';

/** The columns of the list, by what each is sorted by; their widths hold for heads and rows alike. */
export const columns: readonly { readonly sort: SessionOrder; readonly className: string }[] = [
  { sort: 'title', className: 'min-w-0 flex-1' },
  { sort: 'workspace', className: 'hidden w-40 shrink-0 @5xl:block' },
  { sort: 'started', className: 'hidden w-24 shrink-0 @4xl:block' },
  { sort: 'duration', className: 'hidden w-20 shrink-0 @3xl:block' },
  { sort: 'status', className: 'w-32 shrink-0 @2xl:w-44' },
  { sort: 'activity', className: 'hidden w-28 shrink-0 @2xl:block' },
];

export const columnClass = Object.fromEntries(columns.map(({ sort, className }) => [sort, className])) as Readonly<
  Record<SessionOrder, string>
>;
