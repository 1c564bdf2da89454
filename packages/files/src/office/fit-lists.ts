import type { Json, JsonObject } from '@atelier/kernel/core';

const largestAnswer = 32 * 1024;

/** Cuts the longest lists of an answer until it fits, and says in `omitted` what each has lost. */
export const fitLists = (answer: JsonObject): JsonObject => {
  const lists = new Map(
    Object.entries(answer).filter((entry): entry is [string, Json[]] => Array.isArray(entry[1]) && entry[1].length > 0),
  );
  const totals = new Map([...lists].map(([name, list]) => [name, list.length]));
  const sizes = new Map([...lists].map(([name, list]) => [name, list.map((each) => JSON.stringify(each).length + 1)]));
  const omitted = (): Json[] =>
    [...lists].flatMap(([what, list]) => {
      const total = totals.get(what) ?? 0;
      return list.length === total ? [] : [{ what, shown: list.length, total }];
    });
  const fixed = JSON.stringify({
    ...answer,
    ...Object.fromEntries([...lists.keys()].map((name) => [name, []])),
  }).length;
  const sizeOf = (name: string) => (sizes.get(name) ?? []).reduce((sum, size) => sum + size, 0);
  let spare = largestAnswer - fixed - 60 * lists.size - [...lists.keys()].reduce((sum, name) => sum + sizeOf(name), 0);
  while (spare < 0) {
    const [name, list] = [...lists].toSorted(([a], [b]) => sizeOf(b) - sizeOf(a))[0] ?? [];
    if (name === undefined || list === undefined || list.length === 0) break;
    const half = Math.floor(list.length / 2);
    const kept = (sizes.get(name) ?? []).slice(0, half);
    spare += sizeOf(name) - kept.reduce((sum, size) => sum + size, 0);
    lists.set(name, list.slice(0, half));
    sizes.set(name, kept);
  }
  const left = omitted();
  return { ...answer, ...Object.fromEntries(lists), ...(left.length > 0 ? { omitted: left } : {}) };
};
