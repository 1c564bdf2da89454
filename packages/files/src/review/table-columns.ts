import type { JsonObject } from '@atelier/kernel/core';

export type Grid = { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** Which column of the new side continues which of the old. */
export type ColumnPairs = { readonly pairs: readonly (readonly [number, number])[]; readonly report: JsonObject };

const sampled = 2_000;
const sameShare = 0.9;

export const pairColumns = (before: Grid, after: Grid): ColumnPairs => {
  const pairs: [number, number][] = [];
  for (const [at, name] of before.header.entries()) {
    const to = after.header.indexOf(name);
    if (to !== -1) pairs.push([at, to]);
  }
  const oldLeft = before.header.map((_, at) => at).filter((at) => !pairs.some(([old]) => old === at));
  const newLeft = after.header.map((_, at) => at).filter((at) => !pairs.some(([, now]) => now === at));
  const renamed: JsonObject[] = [];
  for (const old of oldLeft) {
    const to =
      newLeft.find((now) => now === old && isFree(pairs, now)) ??
      newLeft.find((now) => isFree(pairs, now) && sameValues(before, after, old, now));
    if (to === undefined) continue;
    pairs.push([old, to]);
    renamed.push({ from: before.header[old] ?? '', to: after.header[to] ?? '' });
  }
  const kept = pairs.toSorted((a, b) => a[0] - b[0]);
  const names = (header: readonly string[], used: readonly number[]) => header.filter((_, at) => !used.includes(at));
  return {
    pairs: kept,
    report: {
      added: names(
        after.header,
        kept.map(([, now]) => now),
      ),
      removed: names(
        before.header,
        kept.map(([old]) => old),
      ),
      renamed,
      reordered: kept.some(([, now], at) => at > 0 && now < (kept[at - 1]?.[1] ?? 0)),
      retyped: kept.flatMap(([old, now]) => {
        const [was, is] = [typeOfColumn(before, old), typeOfColumn(after, now)];
        return was === is || was === 'empty' || is === 'empty'
          ? []
          : [{ column: after.header[now] ?? '', from: was, to: is }];
      }),
    },
  };
};

const isFree = (pairs: readonly (readonly [number, number])[], now: number): boolean =>
  !pairs.some(([, used]) => used === now);

const sameValues = (before: Grid, after: Grid, old: number, now: number): boolean => {
  const count = Math.min(before.rows.length, after.rows.length, sampled);
  if (count === 0) return false;
  let same = 0;
  for (let at = 0; at < count; at++) if (before.rows[at]?.[old] === after.rows[at]?.[now]) same += 1;
  return same / count >= sameShare;
};

const typeOfColumn = ({ rows }: Grid, column: number): string => {
  const values = rows
    .slice(0, sampled)
    .map((row) => row[column] ?? '')
    .filter((value) => value !== '');
  if (values.length === 0) return 'empty';
  if (values.every((value) => /^[-+]?\d+$/.test(value))) return 'integer';
  if (values.every((value) => /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(value))) return 'float';
  return values.every((value) => /^\d{4}-\d\d-\d\d/.test(value)) ? 'date' : 'string';
};
