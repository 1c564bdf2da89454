import type { GraphItem, RunLayout } from '@atelier/rails/view';
import type { Edge, Node } from '@xyflow/react';
import { graphSize } from './graph-size.ts';

export const flowNodes = ({ items }: RunLayout, direction: 'ltr' | 'rtl'): Node[] =>
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

export const flowEdges = ({ items, links }: RunLayout): Edge[] => {
  const strong = new Set(items.filter(isStrong).map(({ id }) => id));
  return links.map(({ id, from, to, kind }) => {
    const onPath = strong.has(to) && kind !== 'again';
    const solid = kind === 'path' && (onPath || !to.startsWith('ghost'));
    return {
      id,
      source: from,
      target: to,
      type: 'smoothstep',
      focusable: false,
      ...(kind === 'path' ? {} : { sourceHandle: 'side' }),
      ...(kind === 'checkpoint' || kind === 'again' ? { targetHandle: kind === 'again' ? 'back' : 'side' } : {}),
      style: {
        stroke: onPath ? 'var(--accent)' : 'var(--line-strong)',
        strokeWidth: onPath ? 2 : 1.5,
        ...(solid ? {} : { strokeDasharray: '4 4' }),
      },
    };
  });
};

/** Where the run went, or where every run will go. */
const isStrong = (item: GraphItem): boolean => {
  if (item.kind === 'node' || item.kind === 'pass') return item.onPath;
  return item.kind === 'loop' || (item.kind === 'step' && !item.step.conditional);
};
