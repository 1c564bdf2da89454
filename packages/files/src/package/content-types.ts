import { ns } from './namespaces.ts';
import { extensionOf } from './part-names.ts';
import type { XmlDocument } from './xml.ts';
import { createXmlEdit } from './xml-edit.ts';
import { attributeOf, childrenOf, prefixFor } from './xml-query.ts';
import { escapeXmlAttribute } from './xml-text.ts';

export const CONTENT_TYPES = '[Content_Types].xml';

export type ContentTypes = {
  readonly byExtension: ReadonlyMap<string, string>;
  /** Keys are part names in lower case: part names are equal without regard to ASCII case. */
  readonly byPart: ReadonlyMap<string, string>;
};

export const readContentTypes = (document: XmlDocument): ContentTypes => {
  const byExtension = new Map<string, string>();
  const byPart = new Map<string, string>();
  for (const element of childrenOf(document.root, ns.contentTypes, '*')) {
    const type = attributeOf(element, 'ContentType') ?? '';
    if (element.local === 'Default') byExtension.set((attributeOf(element, 'Extension') ?? '').toLowerCase(), type);
    if (element.local === 'Override') byPart.set(keyOf(attributeOf(element, 'PartName') ?? ''), type);
  }
  return { byExtension, byPart };
};

export const contentTypeOf = (types: ContentTypes, part: string): string | undefined =>
  types.byPart.get(keyOf(part)) ?? types.byExtension.get(extensionOf(part));

/** Adds, changes (a type) or removes (null) overrides; a new extension may be given a default instead. */
export const editContentTypes = (document: XmlDocument, changes: ReadonlyMap<string, string | null>): Buffer => {
  const edit = createXmlEdit(document);
  const pending = new Map([...changes].map(([part, type]) => [keyOf(part), { part, type }]));
  for (const element of childrenOf(document.root, ns.contentTypes, 'Override')) {
    const key = keyOf(attributeOf(element, 'PartName') ?? '');
    const change = pending.get(key);
    if (change === undefined) continue;
    pending.delete(key);
    if (change.type === null) edit.remove(element);
    else edit.setAttribute(element, 'ContentType', change.type);
  }
  const prefix = prefixFor(document.root, ns.contentTypes) ?? '';
  const defaults = readContentTypes(document).byExtension;
  for (const { part, type } of pending.values()) {
    if (type === null || defaults.get(extensionOf(part)) === type) continue;
    edit.append(
      document.root,
      `<${prefix}Override PartName="/${escapeXmlAttribute(part)}" ContentType="${escapeXmlAttribute(type)}"/>`,
    );
  }
  return edit.toBytes();
};

const keyOf = (part: string): string => part.replace(/^\//, '').toLowerCase();
