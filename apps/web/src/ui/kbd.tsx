import { keycapsOf } from './keycaps.ts';

/** `keys` is a shortcut such as `mod+K`; it is drawn the way this system names its keys. */
export const Kbd = ({ keys }: { readonly keys: string }) => (
  <kbd dir="ltr" className="inline-flex items-center gap-0.5 font-sans">
    {keycapsOf(keys, isApple).map((cap) => (
      <span
        key={cap}
        className="inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-[4px] border border-line-strong/60 bg-sunken px-1 font-medium text-[11px] text-muted leading-none"
      >
        {cap}
      </span>
    ))}
  </kbd>
);

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
