/** What a person took of a file: all of one lane's changes to it, or some of them. */
export type Taken = { readonly laneId: string; readonly changes?: readonly string[] };
export type Picks = Readonly<Record<string, Taken>>;

/** A file is one lane's work: taking it from another lane lets go of the first. Taken twice, it is left out. */
export const takeFile = (picks: Picks, path: string, laneId: string): Picks => {
  const { [path]: known, ...rest } = picks;
  return known?.laneId === laneId && known.changes === undefined ? rest : { ...rest, [path]: { laneId } };
};

/** Single changes of a file. Those of another lane go: two lanes in one file would be a text that no model saw. */
export const takeChanges = (picks: Picks, path: string, laneId: string, changes: readonly string[]): Picks => {
  const { [path]: known, ...rest } = picks;
  const before = known?.laneId === laneId ? (known.changes ?? []) : [];
  const isTaken = changes.every((change) => before.includes(change));
  const after = isTaken ? before.filter((change) => !changes.includes(change)) : [...new Set([...before, ...changes])];
  return after.length === 0 ? rest : { ...rest, [path]: { laneId, changes: after } };
};

export const piecesOf = (picks: Picks) =>
  Object.entries(picks).map(([path, { laneId, changes }]) => ({
    laneId,
    path,
    ...(changes === undefined ? {} : { changes: [...changes] }),
  }));

/** The lane most files were taken of: the chat goes on from its answer unless another is chosen. */
export const mainLane = (picks: Picks): string | undefined => {
  const counts = new Map<string, number>();
  for (const { laneId } of Object.values(picks)) counts.set(laneId, (counts.get(laneId) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
};
