type Labelled = { readonly id: string; readonly label: string };
export type Gathered = { readonly label: string; readonly changes: readonly string[] };

/** Fewer of them are named one by one. */
const worthGathering = 4;
const pattern = /^Changed: (layout|master|theme|notes master)(?: (\d+))?$/;

/**
 * What slides stand on, as one change. An office writes all layouts and masters anew when it saves, each a little
 * otherwise: one line for each would bury the word that a person changed.
 */
export const gatherGround = <Change extends Labelled>(
  changes: readonly Change[],
): { readonly ground: Gathered | undefined; readonly rest: readonly Change[] } => {
  const ground = changes.filter(({ label }) => pattern.test(label));
  if (ground.length < worthGathering) return { ground: undefined, rest: changes };
  const numbersByKind = new Map<string, number[]>();
  for (const { label } of ground) {
    const [, kind = '', number] = pattern.exec(label) ?? [];
    const numbers = numbersByKind.get(kind) ?? [];
    numbersByKind.set(kind, numbers);
    if (number !== undefined) numbers.push(Number(number));
  }
  const told = [...numbersByKind].map(([kind, numbers]) =>
    numbers.length === 0 ? kind : `${kind}${numbers.length === 1 ? '' : 's'} ${rangesOf(numbers)}`,
  );
  return {
    ground: { label: `Changed under the slides: ${told.join('; ')}`, changes: ground.map(({ id }) => id) },
    rest: changes.filter(({ label }) => !pattern.test(label)),
  };
};

const rangesOf = (numbers: readonly number[]): string => {
  const ranges: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && number <= last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
};
