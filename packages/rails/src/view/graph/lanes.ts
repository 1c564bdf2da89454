export type Lanes = {
  /** The first lane from `least` on that is free in all those rows; it is taken then. */
  readonly take: (least: number, firstRow: number, lastRow: number) => number;
};

export const createLanes = (): Lanes => {
  const taken: { readonly first: number; readonly last: number }[][] = [];
  return {
    take: (least, first, last) => {
      for (let lane = least; ; lane += 1) {
        const spans = taken[lane] ?? [];
        // A row of air between two branches of one lane, or they would read as one.
        if (spans.some((span) => first <= span.last + 1 && last + 1 >= span.first) && lane > 0) continue;
        taken[lane] = [...spans, { first, last }];
        return lane;
      }
    },
  };
};
