export type TreeSelection = { readonly ids: ReadonlySet<string>; readonly anchor: string | undefined };

export const nothingSelected: TreeSelection = { ids: new Set(), anchor: undefined };

type How = { readonly toggle: boolean; readonly extend: boolean };

/** As in every file list: a click selects one, Ctrl adds or takes one away, Shift selects all up to it. */
export const selectAfter = (
  { ids, anchor }: TreeSelection,
  order: readonly string[],
  id: string,
  { toggle, extend }: How,
): TreeSelection => {
  if (extend && anchor !== undefined && order.includes(anchor)) {
    const [from, to] = [order.indexOf(anchor), order.indexOf(id)].sort((a, b) => a - b);
    return { ids: new Set(order.slice(from, (to ?? 0) + 1)), anchor };
  }
  if (!toggle) return { ids: new Set([id]), anchor: id };
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
};
