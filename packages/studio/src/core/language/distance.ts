/** How many letters were added, left out, changed or swapped with their neighbour. */
export const distance = (a: string, b: string): number => {
  const width = b.length + 1;
  const rows = [Array.from({ length: width }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const [above = [], before] = [rows[i - 1], rows[i - 2]];
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      if (before && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
};
