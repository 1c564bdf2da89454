/** What something holds that may move, and what tells it apart from others where it changed as well. */
export type Mark = { readonly key: string | number; readonly first?: string | number | undefined };

/** A place that something left, came to, or where one thing was put for another, and the changes that do it. */
export type Place = {
  readonly ids: readonly string[];
  readonly left?: Mark | undefined;
  readonly joined?: Mark | undefined;
};

/** For each change of a place between which something moved, what it needs: all need the first, and it needs all. */
export const movedTogether = (places: readonly Place[]): ReadonlyMap<string, readonly string[]> => {
  const leader = new Map<string, string>();
  const leaderOf = (id: string): string => {
    let found = id;
    for (let next = leader.get(found); next !== undefined && next !== found; next = leader.get(found)) found = next;
    leader.set(id, found);
    return found;
  };
  const join = (ids: readonly string[]): void => {
    const [first] = ids;
    if (first !== undefined) for (const id of ids) leader.set(leaderOf(id), leaderOf(first));
  };
  for (const [from, to] of movesBetween(places)) join([...from.ids, ...to.ids]);
  const followers = Map.groupBy([...leader.keys()], leaderOf);
  return new Map(
    [...followers].flatMap(([first, ids]) => {
      const others = ids.filter((id) => id !== first);
      return others.length === 0
        ? []
        : [[first, others] as const, ...others.map((id): [string, readonly string[]] => [id, [first]])];
    }),
  );
};

/** From where to where: what is as it was, then what is told apart by its first part when only one is. */
const movesBetween = (places: readonly Place[]): (readonly [Place, Place])[] => {
  const moves: (readonly [Place, Place])[] = [];
  const replaced = places.filter(({ left, joined }) => left?.key !== joined?.key);
  const gone = Map.groupBy(
    replaced.filter(({ left }) => left),
    ({ left }) => left?.key,
  );
  for (const to of replaced) {
    const from = to.joined && gone.get(to.joined.key)?.shift();
    if (from) moves.push([from, to]);
  }
  const renamed = replaced.filter(({ left, joined }) => left?.first !== joined?.first);
  const by = (side: 'left' | 'joined') =>
    Map.groupBy(
      renamed.filter((place) => place[side]),
      (place) => place[side]?.first,
    );
  const came = by('joined');
  for (const [first, [from, ...more]] of by('left')) {
    if (first === undefined) continue;
    const [to, ...others] = came.get(first) ?? [];
    if (from && to && more.length === 0 && others.length === 0) moves.push([from, to]);
  }
  return moves;
};
