import type { syntaxTree } from '@codemirror/language';

type Tree = ReturnType<typeof syntaxTree>;
type SyntaxNode = Tree['topNode'];

/** Where a JSON pointer stands in a parsed document; the nearest part that exists when the rest does not. */
export const rangeOfPointer = (
  tree: Tree,
  text: (from: number, to: number) => string,
  pointer: string,
): { readonly from: number; readonly to: number } => {
  // Of a text that is no JSON the first fault is the place, not its beginning.
  const fault = pointer === '' ? faultIn(tree) : undefined;
  if (fault !== undefined) {
    const end = text(fault, fault + 400).indexOf('\n');
    return end > 0 ? { from: fault, to: fault + end } : { from: Math.max(0, fault - 1), to: fault };
  }
  let node: SyntaxNode | null = tree.topNode.firstChild;
  for (const part of pointer.split('/').slice(1).map(unescaped)) {
    const next = node && childOf(node, part, text);
    if (!next) break;
    node = next;
  }
  const { from, to } = node ?? tree.topNode;
  // Of something long its first line is enough to find it by.
  const line = text(from, Math.min(to, from + 400)).indexOf('\n');
  return { from, to: line < 0 ? Math.min(to, from + 400) : from + line };
};

const faultIn = (tree: Tree): number | undefined => {
  let found: number | undefined;
  tree.iterate({
    enter: ({ type, from }) => {
      if (found === undefined && type.isError) found = from;
    },
  });
  return found;
};

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

const childOf = (
  node: SyntaxNode,
  part: string,
  text: (from: number, to: number) => string,
): SyntaxNode | undefined => {
  if (node.name === 'Array') {
    const values = valuesIn(node);
    return values[Number(part)];
  }
  for (let property = node.firstChild; property; property = property.nextSibling) {
    if (property.name !== 'Property') continue;
    const name = property.getChild('PropertyName');
    if (name && keyOf(text(name.from, name.to)) === part) return property.lastChild ?? undefined;
  }
  return undefined;
};

const valuesIn = (node: SyntaxNode): readonly SyntaxNode[] => {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (!['[', ']', ',', '⚠'].includes(child.name)) found.push(child);
  return found;
};

const keyOf = (quoted: string): string => {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted;
  }
};

/** The names from the top of the document down to a place: what an author is just writing. */
export const pathAt = (tree: Tree, text: (from: number, to: number) => string, position: number): readonly string[] => {
  const path: string[] = [];
  for (let node: SyntaxNode | null = tree.resolveInner(position, -1); node; node = node.parent) {
    if (node.name !== 'Property') continue;
    const name = node.getChild('PropertyName');
    if (name) path.unshift(keyOf(text(name.from, name.to)));
  }
  return path;
};
