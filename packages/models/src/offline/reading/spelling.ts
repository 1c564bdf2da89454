/** The names nearest to a word that is spelt almost like them: one letter in four may be wrong. */
export const nearestWords = (word: string, names: readonly string[]): readonly string[] => {
  const most = Math.floor(word.length / 4);
  if (most === 0) return [];
  return names
    .map((name) => ({ name, far: distance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ far }) => far <= most)
    .toSorted((a, b) => a.far - b.far)
    .map(({ name }) => name);
};

/** Letters to change, add, drop or swap. */
export const distance = (a: string, b: string): number => {
  if (Math.abs(a.length - b.length) > 3) return Number.POSITIVE_INFINITY;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (row[j - 1] ?? 0) + 1,
          (rows[i - 1]?.[j] ?? 0) + 1,
          (rows[i - 1]?.[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
          ...(swap ? [(rows[i - 2]?.[j - 2] ?? 0) + 1] : []),
        ),
      );
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
};

/** The same letters, whatever stands between them: "no show" and "No-show", "CarePlus" and "Care Plus". */
export const hasSameLetters = (a: string, b: string): boolean =>
  a.length > 3 && a.replaceAll(' ', '') === b.replaceAll(' ', '');

/** Whether two texts of one column are one name spelt in two ways. Figures are never taken for each other. */
export const isSpeltAlike = (a: string, b: string): boolean => {
  const [one, other] = [a.replaceAll(' ', ''), b.replaceAll(' ', '')];
  if (one === other) return true;
  // "מאושר" beside "אושר".
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (/^\p{Script=Hebrew}{4,}$/u.test(short) && long === `מ${short}`) return true;
  if (Math.min(one.length, other.length) < 6 || /\d/.test(one + other)) return false;
  return distance(one, other) === 1;
};
