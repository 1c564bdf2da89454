export { type Certificate, certificateProblems, type PartProof } from './certificate.ts';
export type { PackageLimits } from './limits.ts';
export { ns, transitionalUri } from './namespaces.ts';
export { followOne, type OpcPackage, openPackage, type Parts } from './opc.ts';
export { createPackageEdit, type PackageEdit, type PartContent } from './package-edit.ts';
export { relationshipsPartOf, relativeTarget } from './part-names.ts';
export { atOp, refuseOp, refuseRead } from './refusal.ts';
export type { NewRelationship, Relationship } from './relationships.ts';
export { renamedPackage } from './renamed-package.ts';
export { savePackage } from './save-package.ts';
export type { PartInspector } from './verify-package.ts';
export { type Deferred, parseXml, type XmlAttribute, type XmlDocument, type XmlElement, type XmlNode } from './xml.ts';
export { createXmlEdit, type XmlEdit } from './xml-edit.ts';
export {
  attributeOf,
  childOf,
  childrenOf,
  descendantsOf,
  elementsOf,
  flagOf,
  pathOf,
  prefixFor,
  sourceOf,
  textOf,
} from './xml-query.ts';
export {
  escapeXmlAttribute,
  escapeXmlText,
  unescapeXml,
  withoutIllegalCharacters,
} from './xml-text.ts';
export { entryBytes, openZip, rawBytes, type Zip, type ZipEntry } from './zip-read.ts';
export { type ZipItem, zipToBuffer } from './zip-write.ts';
