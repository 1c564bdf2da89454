import '@xyflow/react/dist/style.css';
import './run-graph.css';
import { type GraphItem, type GraphMove, moveOnGraph, type RunLayout } from '@atelier/rails/view';
import { Background, MiniMap, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { Crosshair, Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { Direction } from 'radix-ui';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { flowEdges, flowNodes } from './flow-elements.ts';
import { GraphContext } from './graph-context.ts';
import { GraphNode } from './graph-node.tsx';
import { GraphSearch } from './graph-search.tsx';
import { graphSize } from './graph-size.ts';

type Props = {
  readonly layout: RunLayout;
  readonly label: string;
  readonly selected: string | undefined;
  /** What the eye looks for: the tip of a run. The view follows it as long as it was what was looked at. */
  readonly home: string | undefined;
  readonly homeLabel: string;
  /** A long graph opens around `home`, or where it begins. */
  readonly opensAt?: 'home' | 'beginning';
  readonly onSelect: (itemId: string) => void;
  /** Opens or folds an item; returns the one to go on from. */
  readonly onFold: (item: GraphItem) => string | undefined;
  readonly hasSearch?: boolean;
};

const nodeTypes = { item: GraphNode };

const moveByKey = (direction: 'ltr' | 'rtl'): Readonly<Record<string, GraphMove>> => ({
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: direction === 'rtl' ? 'after' : 'before',
  ArrowRight: direction === 'rtl' ? 'before' : 'after',
  Home: 'first',
  End: 'last',
});

const selectable = (item: GraphItem | undefined): boolean => item?.kind === 'node' || item?.kind === 'step';

const Graph = ({ layout, label, selected, home, homeLabel, opensAt = 'home', onSelect, onFold, hasSearch }: Props) => {
  const { t } = useTranslation('workrail');
  const direction = Direction.useDirection();
  const flow = useReactFlow();
  const box = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string>();
  const nodes = useMemo(() => flowNodes(layout, direction), [layout, direction]);
  const edges = useMemo(() => flowEdges(layout), [layout]);
  const tabStop = [focused, selected, home, layout.items[0]?.id].find((id) =>
    layout.items.some((item) => item.id === id),
  );

  const centre = (id: string | undefined, zoom = flow.getZoom()) => {
    const at = nodes.find((node) => node.id === id)?.position;
    if (at === undefined) return;
    flow
      .setCenter(at.x + graphSize.width / 2, at.y + graphSize.height / 2, { zoom, duration: 120 })
      .catch(console.error);
  };
  const open = () => {
    const few = layout.items.length <= 7;
    if (few) flow.fitView({ padding: 0.15, maxZoom: 1 }).catch(console.error);
    else if (opensAt === 'home') centre(selected ?? home, 1);
    else flow.setViewport(beginning(box.current?.clientWidth ?? 0, direction)).catch(console.error);
  };
  // In another frame or the other direction of writing the graph is opened anew, until somebody has moved it.
  const isMoved = useRef(false);
  const openAgain = useRef(open);
  useEffect(() => {
    openAgain.current = open;
  });
  useEffect(() => {
    const frame = box.current;
    if (frame === null || direction === undefined) return;
    const observer = new ResizeObserver(() => {
      if (!isMoved.current) openAgain.current();
    });
    observer.observe(frame);
    return () => observer.disconnect();
  }, [direction]);
  const lastHome = useRef(home);
  useEffect(() => {
    if (lastHome.current !== home && (selected === lastHome.current || selected === home)) centre(home);
    lastHome.current = home;
  });

  const activate = (item: GraphItem) => {
    setFocused(item.id);
    if (selectable(item)) onSelect(item.id);
    else setFocused(onFold(item) ?? item.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moveByKey(direction)[event.key];
    if (move === undefined || tabStop === undefined) return;
    event.preventDefault();
    const target = moveOnGraph(layout, tabStop, move);
    if (target === undefined) return;
    setFocused(target);
    centre(target);
    if (selectable(layout.items.find(({ id }) => id === target))) onSelect(target);
    // An item out of sight is not drawn before the view has moved there, and the one that is left may be gone by then:
    // the frame keeps the focus until the item takes it.
    (drawn(target) ?? box.current)?.focus({ preventScroll: true });
  };
  const drawn = (id: string | undefined) =>
    id === undefined ? undefined : box.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);
  // An item that is about to go leaves the focus here: what it made way for, such as the steps of a branch that was
  // opened, may be drawn already, or takes the focus when it is.
  const handOver = useRef(() => {});
  useEffect(() => {
    handOver.current = () => {
      if (document.activeElement === box.current) drawn(tabStop)?.focus({ preventScroll: true });
    };
  });
  const leaveFocus = useCallback(() => {
    box.current?.focus({ preventScroll: true });
    queueMicrotask(() => handOver.current());
  }, []);

  return (
    <GraphContext value={{ frame: box, leaveFocus, selected, tabStop, direction, activate }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons that is no form */}
      <div
        ref={box}
        dir="ltr"
        role="group"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="absolute inset-0 outline-none"
      >
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          onInit={open}
          onMoveStart={(event) => {
            // Moves of our own come without an event.
            if (event !== null) isMoved.current = true;
          }}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          onlyRenderVisibleElements
          panOnScroll
          minZoom={0.01}
          maxZoom={1.6}
          className="bg-ground"
        >
          <Background gap={22} size={1} color="var(--line-strong)" />
          {layout.items.length > 20 && (
            <MiniMap
              pannable
              ariaLabel={t('graph.map')}
              nodeColor="var(--line-strong)"
              maskColor="color-mix(in srgb, var(--ground) 72%, transparent)"
              bgColor="var(--sunken)"
            />
          )}
        </ReactFlow>
        {hasSearch === true && layout.items.length > 7 && (
          <GraphSearch
            items={layout.items}
            direction={direction}
            onFind={(item) => {
              setFocused(item.id);
              centre(item.id, Math.max(flow.getZoom(), 0.8));
              if (selectable(item)) onSelect(item.id);
            }}
          />
        )}
        <div
          dir={direction}
          className="absolute end-3 top-3 flex flex-col rounded-md border border-line bg-raised p-0.5 shadow-low"
        >
          <IconButton label={homeLabel} icon={<Crosshair size={15} />} onClick={() => centre(home)} />
          <IconButton
            label={t('graph.zoomIn')}
            icon={<ZoomIn size={15} />}
            onClick={() => {
              flow.zoomIn({ duration: 120 }).catch(console.error);
            }}
          />
          <IconButton
            label={t('graph.zoomOut')}
            icon={<ZoomOut size={15} />}
            onClick={() => {
              flow.zoomOut({ duration: 120 }).catch(console.error);
            }}
          />
          <IconButton
            label={t('graph.fit')}
            icon={<Maximize size={15} />}
            onClick={() => {
              flow.fitView({ padding: 0.1, duration: 160 }).catch(console.error);
            }}
          />
        </div>
      </div>
    </GraphContext>
  );
};

const MARGIN = 20;

/** The first lane at its own side, with a lane beside it in sight. */
const beginning = (width: number, direction: 'ltr' | 'rtl') => {
  const zoom = 0.8;
  return { x: direction === 'rtl' ? width - MARGIN - graphSize.width * zoom : MARGIN, y: MARGIN, zoom };
};

/** Boxes in lanes and the lines between them; only those in sight are drawn. */
export const GraphView = (props: Props) => (
  <ReactFlowProvider>
    <Graph {...props} />
  </ReactFlowProvider>
);
