import { classNames } from './class-names.ts';

/** The shape of what is coming; silent to assistive technology, which hears the region's `aria-busy`. */
export const Skeleton = ({ className }: { readonly className?: string }) => (
  <span
    aria-hidden="true"
    className={classNames('block animate-pulse-soft rounded-sm bg-line', className ?? 'h-4 w-full')}
  />
);

const widths = ['w-11/12', 'w-4/5', 'w-3/5', 'w-10/12', 'w-2/3'];

export const SkeletonLines = ({ lines = 3 }: { readonly lines?: number }) => (
  <div aria-hidden="true" className="flex flex-col gap-3">
    {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key, line) => (
      <Skeleton key={key} className={`h-4 ${widths[line % widths.length] ?? 'w-full'}`} />
    ))}
  </div>
);

export const SkeletonTiles = ({ tiles }: { readonly tiles: number }) => (
  <div aria-hidden="true" className="grid gap-3 @2xl:grid-cols-2 @4xl:grid-cols-3">
    {Array.from({ length: tiles }, (_, tile) => `tile-${tile}`).map((key) => (
      <Skeleton key={key} className="h-24 w-full" />
    ))}
  </div>
);
