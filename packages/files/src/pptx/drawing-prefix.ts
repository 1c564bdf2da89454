import { uriLike } from '../office/strict.ts';
import { createXmlEdit, elementsOf, ns, type PackageEdit, prefixFor, type XmlElement } from '../package/index.ts';

/**
 * Makes sure that text can be written anywhere in a part. Some programs declare DrawingML only on the elements that
 * use it; what is copied from there would then lack its prefix, so the root is given theirs.
 */
export const ensureDrawingPrefix = (pkg: PackageEdit, part: string): void => {
  const document = pkg.xml(part);
  if (prefixFor(document.root, ns.drawing) !== undefined) return;
  const first = firstOf(document.root);
  const prefix = first && first.name !== first.local ? first.name.slice(0, first.name.indexOf(':')) : 'a';
  if (document.root.scope.has(prefix)) return;
  const edit = createXmlEdit(document);
  edit.setAttribute(document.root, `xmlns:${prefix}`, uriLike(document.root, ns.drawing));
  pkg.put(part, edit.toBytes());
};

const firstOf = (element: XmlElement): XmlElement | undefined => {
  for (const child of elementsOf(element)) {
    const found = child.uri === ns.drawing ? child : firstOf(child);
    if (found) return found;
  }
  return undefined;
};
