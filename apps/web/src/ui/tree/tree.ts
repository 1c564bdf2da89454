export type TreeNode = {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly children?: readonly TreeNode[];
};

/** One visible line of a tree. */
export type TreeRow = {
  readonly node: TreeNode;
  readonly depth: number;
  readonly open: boolean | undefined;
  readonly parent: string | undefined;
  readonly position: number;
  readonly siblings: number;
};

/** The lines to draw, given which branches are open. `open` is undefined for a leaf. */
export const visibleRows = (
  nodes: readonly TreeNode[],
  openIds: ReadonlySet<string>,
  depth = 0,
  parent: string | undefined = undefined,
): readonly TreeRow[] =>
  nodes.flatMap((node, index) => {
    const open = node.children === undefined ? undefined : openIds.has(node.id);
    const row: TreeRow = { node, depth, open, parent, position: index + 1, siblings: nodes.length };
    return open === true ? [row, ...visibleRows(node.children ?? [], openIds, depth + 1, node.id)] : [row];
  });

export type TreeMove = { readonly focus: string } | { readonly open: string } | { readonly close: string };

/** The keyboard of a tree: up and down move, forward opens or enters, back closes or leaves. */
export const treeMove = (
  rows: readonly TreeRow[],
  focused: string,
  key: string,
  direction: 'ltr' | 'rtl',
): TreeMove | undefined => {
  const at = rows.findIndex(({ node }) => node.id === focused);
  const row = rows[at];
  if (row === undefined) return undefined;
  const focus = (target: TreeRow | undefined) => target && { focus: target.node.id };
  const forward = direction === 'ltr' ? 'ArrowRight' : 'ArrowLeft';
  const back = direction === 'ltr' ? 'ArrowLeft' : 'ArrowRight';
  switch (key) {
    case 'ArrowDown':
      return focus(rows[at + 1]);
    case 'ArrowUp':
      return focus(rows[at - 1]);
    case 'Home':
      return focus(rows[0]);
    case 'End':
      return focus(rows.at(-1));
    case forward:
      if (row.open === false) return { open: focused };
      return row.open === true ? focus(rows[at + 1]) : undefined;
    case back:
      if (row.open === true) return { close: focused };
      return row.parent === undefined ? undefined : { focus: row.parent };
    default:
      return undefined;
  }
};
