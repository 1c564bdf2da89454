import type { GraphItem } from '@atelier/rails/view';
import { Handle, type NodeProps, Position } from '@xyflow/react';
import { useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { GraphContext } from './graph-context.ts';
import { graphSize } from './graph-size.ts';
import { ItemFace } from './item-face.tsx';

// Lines begin and end at the border of the box itself.
const unseen = { width: 1, height: 1, minWidth: 0, minHeight: 0, border: 0, opacity: 0 };

/** One item of the graph as a button: a tab key reaches the chosen one, arrow keys reach the rest. */
export const GraphNode = ({ data }: NodeProps) => {
  const { item } = data as { item: GraphItem };
  const { frame, leaveFocus, selected, tabStop, direction, activate } = useContext(GraphContext);
  const button = useRef<HTMLButtonElement>(null);
  const isTabStop = item.id === tabStop;
  useEffect(() => {
    if (isTabStop && document.activeElement === frame.current) button.current?.focus({ preventScroll: true });
  }, [isTabStop, frame]);
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (document.activeElement === own) leaveFocus();
    };
  }, [leaveFocus]);
  const chosen = (item.kind === 'node' || item.kind === 'step') && item.id === selected;
  const quiet = item.kind === 'ghost' || (item.kind === 'step' && item.step.conditional);
  const planned = item.kind === 'loop' || (item.kind === 'step' && !quiet);
  const onPath = item.kind === 'node' || item.kind === 'pass' ? item.onPath : planned;
  return (
    <>
      <Handle type="target" position={Position.Top} style={unseen} isConnectable={false} />
      <Handle
        type="target"
        id="side"
        position={direction === 'rtl' ? Position.Right : Position.Left}
        style={unseen}
        isConnectable={false}
      />
      <Handle
        type="target"
        id="back"
        position={direction === 'rtl' ? Position.Left : Position.Right}
        style={unseen}
        isConnectable={false}
      />
      <button
        ref={button}
        type="button"
        dir={direction}
        data-item={item.id}
        aria-pressed={item.kind === 'node' || item.kind === 'step' ? chosen : undefined}
        aria-expanded={
          item.kind === 'branch' || item.kind === 'pass' ? false : item.kind === 'loop' ? !item.folded : undefined
        }
        tabIndex={isTabStop ? 0 : -1}
        onClick={() => activate(item)}
        style={{ width: graphSize.width, height: graphSize.height }}
        className={classNames(
          'nodrag nopan pointer-events-auto flex cursor-pointer items-center gap-2.5 rounded-md border px-3 text-start shadow-low transition-colors',
          quiet && 'border-line-strong border-dashed bg-ground text-faint shadow-none',
          !quiet && !onPath && 'border-line bg-sunken text-muted hover:bg-hover',
          onPath && !chosen && 'border-line-strong bg-raised hover:bg-hover',
          chosen && 'border-accent bg-accent-soft ring-1 ring-accent',
        )}
      >
        <ItemFace item={item} />
      </button>
      <Handle type="source" position={Position.Bottom} style={unseen} isConnectable={false} />
      <Handle
        type="source"
        id="side"
        position={direction === 'rtl' ? Position.Left : Position.Right}
        style={unseen}
        isConnectable={false}
      />
    </>
  );
};
