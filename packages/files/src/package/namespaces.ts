/** Namespaces by the names used in this layer; always the transitional form. */
export const ns = {
  contentTypes: 'http://schemas.openxmlformats.org/package/2006/content-types',
  packageRelationships: 'http://schemas.openxmlformats.org/package/2006/relationships',
  relationships: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  sheet: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  word: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  slide: 'http://schemas.openxmlformats.org/presentationml/2006/main',
  drawing: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  chart: 'http://schemas.openxmlformats.org/drawingml/2006/chart',
  picture: 'http://schemas.openxmlformats.org/drawingml/2006/picture',
  sheetDrawing: 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing',
  wordDrawing: 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
  compatibility: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
} as const;

const STRICT = 'http://purl.oclc.org/ooxml/';
const FAMILIES = ['spreadsheetml/', 'wordprocessingml/', 'presentationml/', 'drawingml/', 'officeDocument/'];

/** Strict OOXML names the same vocabulary by other URIs: `…/ooxml/spreadsheetml/main` is `…/spreadsheetml/2006/main`. */
export const transitionalUri = (uri: string): string => {
  if (!uri.startsWith(STRICT)) return uri;
  const rest = uri.slice(STRICT.length);
  const family = FAMILIES.find((name) => rest.startsWith(name));
  if (family === undefined) return uri;
  return `http://schemas.openxmlformats.org/${family}2006/${rest.slice(family.length)}`;
};
