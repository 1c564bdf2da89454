/** The known name that takes the fewest edits to reach, if it is near enough to be meant. */
export const nearest = (name: string, known: readonly string[]): string | undefined => {
  const begun = known.find((candidate) => name.length >= 3 && candidate.toLowerCase().startsWith(name.toLowerCase()));
  if (begun) return begun;
  let best: { readonly name: string; readonly edits: number } | undefined;
  for (const candidate of known) {
    const edits = editsBetween(name.toLowerCase(), candidate.toLowerCase());
    if (!best || edits < best.edits) best = { name: candidate, edits };
  }
  return best && best.edits <= Math.max(2, Math.ceil(name.length / 2)) ? best.name : undefined;
};

/** Letters to add, drop or change to come from one to the other. */
export const editsBetween = (a: string, b: string): number => {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1)
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1),
      );
    previous = current;
  }
  return previous[b.length] ?? 0;
};
