import {
  attributeOf,
  createXmlEdit,
  elementsOf,
  type PackageEdit,
  type Parts,
  relationshipsPartOf,
  relativeTarget,
} from '../package/index.ts';

/**
 * Copies a part of another package under a free name, with all that it leads to. `settled` says what already stands
 * in the target (by the donor's names); it grows with every copy, so that what two parts share is copied once.
 */
export const copyPartFrom = (
  donor: Parts,
  target: PackageEdit,
  part: string,
  settled: Map<string, string>,
  follow: (kind: string) => boolean = () => true,
): string => {
  const known = settled.get(part);
  if (known !== undefined) return known;
  const [, stem = part, extension = ''] = /^(.*?)\d*(\.[^./]+)$/.exec(part) ?? [];
  const name = target.freshName(stem, extension);
  settled.set(part, name);
  target.put(name, Buffer.from(donor.bytes(part)), donor.typeOf(part));
  copyLinks(donor, target, part, name, settled, follow);
  return name;
};

/** Gives a part the relationships another has, under the same ids, with what they lead to copied as well. */
export const copyLinks = (
  donor: Parts,
  target: PackageEdit,
  part: string,
  name: string,
  settled: Map<string, string>,
  follow: (kind: string) => boolean = () => true,
): void => {
  const links = relationshipsPartOf(part);
  if (!donor.has(links)) return;
  const places = new Map<string, string>();
  const dropped = new Set<string>();
  for (const { id, kind, part: next, external } of donor.relationships(part)) {
    if (external || next === undefined) continue;
    const copied =
      settled.get(next) ??
      (follow(kind) && donor.has(next) ? copyPartFrom(donor, target, next, settled, follow) : undefined);
    if (copied === undefined) dropped.add(id);
    else places.set(id, copied);
  }
  const document = donor.xml(links);
  const edit = createXmlEdit(document);
  for (const relationship of elementsOf(document.root)) {
    const id = attributeOf(relationship, 'Id') ?? '';
    const place = places.get(id);
    if (place !== undefined) edit.setAttribute(relationship, 'Target', relativeTarget(name, place));
    else if (dropped.has(id)) edit.remove(relationship);
  }
  target.put(relationshipsPartOf(name), edit.toBytes(), 'application/vnd.openxmlformats-package.relationships+xml');
};
