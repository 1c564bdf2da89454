import { Direction } from 'radix-ui';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { shareAfter, shareAt, splitKeyOf } from './split-share.ts';

type Props = {
  /** Names the divider: what is made wider or narrower. */
  readonly label: string;
  readonly start: ReactNode;
  readonly end: ReactNode;
  readonly initial?: number;
  readonly least?: number;
  readonly most?: number;
};

/** Two panes side by side with a divider that mouse, touch and arrow keys move; stacked on narrow screens. */
export const SplitPane = ({ label, start, end, initial = 40, least = 20, most = 80 }: Props) => {
  const direction = Direction.useDirection();
  const box = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(initial);
  const bounds = { least, most };

  const onKeyDown = (event: KeyboardEvent) => {
    const key = splitKeyOf(event.key, direction);
    if (key === undefined) return;
    event.preventDefault();
    setShare((current) => shareAfter(current, key, bounds));
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || box.current === null) return;
    setShare(shareAt(event.clientX, box.current.getBoundingClientRect(), direction, bounds));
  };
  return (
    <div ref={box} className="flex min-h-0 flex-1 flex-col @3xl:flex-row">
      <div className="min-h-0 min-w-0 overflow-auto @3xl:basis-(--share)" style={{ '--share': `${share}%` }}>
        {start}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: an hr takes no focus and cannot be dragged */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={label}
        aria-valuenow={Math.round(share)}
        aria-valuemin={least}
        aria-valuemax={most}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        className="group relative hidden w-px shrink-0 cursor-col-resize touch-none bg-line @3xl:block"
      >
        <span className="absolute -inset-x-1.5 inset-y-0" />
        <span className="absolute -inset-x-px inset-y-0 bg-accent opacity-0 transition-opacity group-hover:opacity-60 group-focus-visible:opacity-100" />
      </div>
      <div className="min-h-0 min-w-0 flex-1 overflow-auto border-line border-t @3xl:border-t-0">{end}</div>
    </div>
  );
};
