export type ColumnName = { readonly name: string; readonly original_name?: string };

/** Usable names for a header as written: empty ones are numbered, repeated ones get a suffix. Names ignore case, as SQL does. */
export const columnNames = (header: readonly string[], width: number): readonly ColumnName[] => {
  const taken = new Set<string>();
  const wished = Array.from({ length: Math.max(width, header.length) }, (_, at) => header[at] ?? '');
  const whole = new Set(wished.map((name) => name.trim().toLowerCase()));
  return wished.map((original, at) => {
    const clean = original.trim();
    const base = clean === '' ? `column${at + 1}` : clean;
    let name = base;
    // A suffix must not run into a name that stands further right.
    for (let suffix = 1; taken.has(name.toLowerCase()) || (name !== base && whole.has(name.toLowerCase())); suffix++)
      name = `${base}_${suffix}`;
    taken.add(name.toLowerCase());
    return name === original || header.length === 0 ? { name } : { name, original_name: original };
  });
};
