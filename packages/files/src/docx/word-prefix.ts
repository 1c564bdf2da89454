import { createXmlEdit, ns, type PackageEdit, transitionalUri, type XmlElement } from '../package/index.ts';

/** The prefix (with colon) for new elements and attributes; attributes need one even where elements do without. */
export const wordPrefix = (element: XmlElement): string | undefined => {
  let named: string | undefined;
  for (const [prefix, uri] of element.scope) {
    if (uri !== ns.word || prefix === '') continue;
    if (prefix === 'w') return 'w:';
    named ??= `${prefix}:`;
  }
  return named;
};

/** The prefix of a part, which is given a declaration when it has none. */
export const ensureWordPrefix = (pkg: PackageEdit, part: string): string => {
  const document = pkg.xml(part);
  const known = wordPrefix(document.root);
  if (known !== undefined) return known;
  const written = document.root.attributes.find(
    ({ name, value }) => name === 'xmlns' && transitionalUri(value) === ns.word,
  );
  let prefix = 'w';
  while (document.root.scope.has(prefix)) prefix += 'w';
  const edit = createXmlEdit(document);
  edit.setAttribute(document.root, `xmlns:${prefix}`, written?.value ?? ns.word);
  pkg.put(part, edit.toBytes());
  return `${prefix}:`;
};
