import '@xyflow/react/dist/style.css';
import './run-graph.css';
import type { RunView } from '@atelier/contracts';
import { type GraphItem, type GraphMove, layOutRun, moveOnGraph, type RunLayout } from '@atelier/rails/view';
import { Background, type Edge, MiniMap, type Node, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { Crosshair, Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { Direction } from 'radix-ui';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { GraphContext } from './graph-context.ts';
import { GraphNode } from './graph-node.tsx';
import { graphSize } from './graph-size.ts';

type Props = {
  readonly run: RunView;
  readonly selected: string | undefined;
  readonly onSelect: (nodeId: string) => void;
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

const Graph = ({ run, selected, onSelect }: Props) => {
  const { t } = useTranslation('workrail');
  const direction = Direction.useDirection();
  const flow = useReactFlow();
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string>();
  const layout = useMemo(
    () => layOutRun({ nodes: run.nodes, preferredTipId: run.preferredTipId, open }),
    [run.nodes, run.preferredTipId, open],
  );
  const nodes = useMemo(() => flowNodes(layout, direction), [layout, direction]);
  const edges = useMemo(() => flowEdges(layout), [layout]);
  const tabStop = [focused, selected, run.preferredTipId ?? undefined].find((id) =>
    layout.items.some((item) => item.id === id),
  );

  const centre = (id: string | undefined, zoom = flow.getZoom()) => {
    const at = nodes.find((node) => node.id === id)?.position;
    if (at === undefined) return;
    flow
      .setCenter(at.x + graphSize.width / 2, at.y + graphSize.height / 2, { zoom, duration: 120 })
      .catch(console.error);
  };
  // The run goes on while it is looked at: the view follows the tip only when the tip was what was looked at.
  const tip = useRef(run.preferredTipId);
  useEffect(() => {
    if (tip.current !== run.preferredTipId && (selected === tip.current || selected === run.preferredTipId))
      centre(run.preferredTipId ?? undefined);
    tip.current = run.preferredTipId;
  });

  const activate = (item: GraphItem) => {
    setFocused(item.id);
    if (item.kind === 'node') onSelect(item.id);
    else if (item.kind !== 'ghost') {
      setOpen(new Set([...open, item.id]));
      setFocused(item.nodes[0]?.nodeId);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moveByKey(direction)[event.key];
    if (move === undefined || tabStop === undefined) return;
    event.preventDefault();
    const target = moveOnGraph(layout, tabStop, move);
    if (target === undefined) return;
    setFocused(target);
    centre(target);
    const item = layout.items.find(({ id }) => id === target);
    if (item?.kind === 'node') onSelect(target);
    // Items out of sight do not exist yet; this one is drawn once the view has moved.
    setTimeout(() => box.current?.querySelector<HTMLElement>(`[data-item="${target}"]`)?.focus(), 160);
  };

  return (
    <GraphContext value={{ selected, tabStop, direction, activate }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons that is no form */}
      <div
        ref={box}
        dir="ltr"
        role="group"
        aria-label={t('graph.label', { count: run.nodes.length })}
        onKeyDown={onKeyDown}
        className="absolute inset-0"
      >
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          onInit={() => {
            const few = layout.items.length <= 7;
            if (few) flow.fitView({ padding: 0.15, maxZoom: 1 }).catch(console.error);
            else centre(selected ?? run.preferredTipId ?? undefined, 1);
          }}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          onlyRenderVisibleElements
          panOnScroll
          minZoom={0.15}
          maxZoom={1.6}
          className="bg-ground"
        >
          <Background gap={22} size={1} color="var(--line-strong)" />
          {layout.items.length > 30 && layout.items.some(({ lane }) => lane > 1) && (
            <MiniMap
              pannable
              ariaLabel={t('graph.map')}
              nodeColor="var(--line-strong)"
              maskColor="color-mix(in srgb, var(--ground) 72%, transparent)"
              bgColor="var(--sunken)"
            />
          )}
        </ReactFlow>
        <div
          dir={direction}
          className="absolute end-3 top-3 flex flex-col rounded-md border border-line bg-raised p-0.5 shadow-low"
        >
          <IconButton
            label={t('graph.toTip')}
            icon={<Crosshair size={15} />}
            onClick={() => centre(run.preferredTipId ?? undefined)}
          />
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

const flowNodes = ({ items }: RunLayout, direction: 'ltr' | 'rtl'): Node[] =>
  items.map((item) => ({
    id: item.id,
    type: 'item',
    position: {
      x: item.lane * graphSize.laneWidth * (direction === 'rtl' ? -1 : 1),
      y: item.row * graphSize.rowHeight,
    },
    width: graphSize.width,
    height: graphSize.height,
    data: { item },
  }));

const flowEdges = ({ items, links }: RunLayout): Edge[] => {
  const onPath = new Set(
    items.filter((item) => (item.kind === 'node' || item.kind === 'pass') && item.onPath).map(({ id }) => id),
  );
  return links.map(({ id, from, to, kind }) => ({
    id,
    source: from,
    target: to,
    type: 'smoothstep',
    focusable: false,
    ...(kind === 'path' ? {} : { sourceHandle: 'side' }),
    ...(kind === 'checkpoint' ? { targetHandle: 'side' } : {}),
    style: {
      stroke: onPath.has(to) ? 'var(--accent)' : 'var(--line-strong)',
      strokeWidth: onPath.has(to) ? 2 : 1.5,
      ...(kind === 'path' && (onPath.has(to) || !to.startsWith('ghost')) ? {} : { strokeDasharray: '4 4' }),
    },
  }));
};

const RunGraph = (props: Props) => (
  <ReactFlowProvider>
    <Graph {...props} />
  </ReactFlowProvider>
);

export default RunGraph;
