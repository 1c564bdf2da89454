export { type Certificate, certificateProblems, certify, type PartProof } from './certificate.ts';
export { CONTENT_TYPES } from './content-types.ts';
export { type PackageLimits, packageLimits } from './limits.ts';
export { ns, transitionalUri } from './namespaces.ts';
export { followOne, type OpcPackage, openPackage, type Parts } from './opc.ts';
export { createPackageEdit, type PackageEdit, type PartContent } from './package-edit.ts';
export { relationshipsPartOf, relativeTarget, resolveTarget } from './part-names.ts';
export { atOp, isRefusal, refuseOp, refuseRead, refuseWrite } from './refusal.ts';
export type { NewRelationship, Relationship } from './relationships.ts';
export { savePackage } from './save-package.ts';
export { type PartInspector, verifyPackage } from './verify-package.ts';
export { parseXml, parseXmlPart, type XmlAttribute, type XmlDocument, type XmlElement, type XmlNode } from './xml.ts';
export { createXmlEdit, type XmlEdit } from './xml-edit.ts';
export {
  attributeOf,
  childOf,
  childrenOf,
  descendantsOf,
  elementsOf,
  flagOf,
  numberOf,
  pathOf,
  prefixFor,
  sourceOf,
  textOf,
} from './xml-query.ts';
export {
  escapeXmlAttribute,
  escapeXmlText,
  hasIllegalCharacters,
  unescapeXml,
  withoutIllegalCharacters,
} from './xml-text.ts';
export { entryBytes, entryChunks, openZip, rawBytes, type Zip, type ZipEntry } from './zip-read.ts';
export { writeZip, writeZipFile, type ZipItem, zipToBuffer } from './zip-write.ts';
