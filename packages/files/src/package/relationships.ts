import { ns, transitionalUri } from './namespaces.ts';
import { relativeTarget, resolveTarget } from './part-names.ts';
import type { XmlDocument } from './xml.ts';
import { createXmlEdit } from './xml-edit.ts';
import { attributeOf, childrenOf, prefixFor } from './xml-query.ts';
import { escapeXmlAttribute } from './xml-text.ts';

export type Relationship = {
  readonly id: string;
  /** Full type URI, transitional form. */
  readonly type: string;
  /** The last segment of the type: `worksheet`, `styles`, `image`. */
  readonly kind: string;
  /** As written. */
  readonly target: string;
  /** The part it names; undefined when external or outside the package. */
  readonly part: string | undefined;
  readonly external: boolean;
};

export const readRelationships = (owner: string, document: XmlDocument): Relationship[] =>
  childrenOf(document.root, ns.packageRelationships, 'Relationship').map((element) => {
    const type = transitionalUri(attributeOf(element, 'Type') ?? '');
    const target = attributeOf(element, 'Target') ?? '';
    const external = attributeOf(element, 'TargetMode') === 'External';
    return {
      id: attributeOf(element, 'Id') ?? '',
      type,
      kind: type.slice(type.lastIndexOf('/') + 1),
      target,
      part: external ? undefined : resolveTarget(owner, target),
      external,
    };
  });

export const EMPTY_RELATIONSHIPS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="${ns.packageRelationships}"></Relationships>`;

export type NewRelationship = {
  readonly type: string;
  /** A part name, or with `external` a URI. */
  readonly target: string;
  readonly external?: boolean;
};

export const addRelationship = (
  owner: string,
  document: XmlDocument,
  made: NewRelationship,
): { readonly id: string; readonly bytes: Buffer } => {
  const taken = new Set(readRelationships(owner, document).map(({ id }) => id));
  let number = taken.size + 1;
  while (taken.has(`rId${number}`)) number++;
  const id = `rId${number}`;
  const prefix = prefixFor(document.root, ns.packageRelationships) ?? '';
  const target = made.external ? made.target : relativeTarget(owner, made.target);
  const mode = made.external ? ' TargetMode="External"' : '';
  const edit = createXmlEdit(document);
  edit.append(
    document.root,
    `<${prefix}Relationship Id="${id}" Type="${escapeXmlAttribute(made.type)}" Target="${escapeXmlAttribute(target)}"${mode}/>`,
  );
  return { id, bytes: edit.toBytes() };
};

export const removeRelationship = (document: XmlDocument, id: string): Buffer => {
  const edit = createXmlEdit(document);
  for (const element of childrenOf(document.root, ns.packageRelationships, 'Relationship'))
    if (attributeOf(element, 'Id') === id) edit.remove(element);
  return edit.toBytes();
};
