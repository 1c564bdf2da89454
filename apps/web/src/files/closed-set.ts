export type Change = { readonly id: string; readonly label?: string; readonly requires: readonly string[] };

/** What stays ticked after one is ticked or unticked: a change comes with what it needs, and goes with what needs it. */
export const toggled = (changes: readonly Change[], kept: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const made = new Set(kept);
  const requires = new Map(changes.map((change) => [change.id, change.requires]));
  const requiredBy = new Map<string, string[]>();
  for (const { id: by, requires: needed } of changes)
    for (const each of needed) {
      const known = requiredBy.get(each);
      if (known) known.push(by);
      else requiredBy.set(each, [by]);
    }
  const add = (each: string): void => {
    if (made.has(each)) return;
    made.add(each);
    for (const needed of requires.get(each) ?? []) add(needed);
  };
  const remove = (each: string): void => {
    if (!made.delete(each)) return;
    for (const by of requiredBy.get(each) ?? []) remove(by);
  };
  if (kept.has(id)) remove(id);
  else add(id);
  return made;
};
