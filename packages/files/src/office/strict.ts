import { transitionalUri, type XmlElement } from '../package/index.ts';

const strictRoot = 'http://purl.oclc.org/ooxml/';

/** Whether a part speaks the strict dialect, which names the same vocabulary by other addresses. */
export const isStrict = (root: XmlElement): boolean =>
  root.attributes.some(({ name, value }) => name.startsWith('xmlns') && value.startsWith(strictRoot));

/** A namespace as the document around it spells it: mixing the two dialects makes a file that Word repairs. */
export const uriLike = (root: XmlElement, uri: string): string => {
  if (!isStrict(root)) return uri;
  const strict = uri.replace('http://schemas.openxmlformats.org/', strictRoot).replace('/2006/', '/');
  return transitionalUri(strict) === uri ? strict : uri;
};
