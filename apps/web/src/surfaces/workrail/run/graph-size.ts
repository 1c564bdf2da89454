/** In the graph's own units; a lane leaves room for the lines between two branches. */
export const graphSize = { width: 248, height: 52, laneWidth: 288, rowHeight: 78 } as const;
