import type { Kind } from '../tools/kind-handler.ts';

export type Format = { readonly kind: Kind; readonly mime_type: string };

const text = (mime_type: string): Format => ({ kind: 'text', mime_type });
const table = (mime_type: string): Format => ({ kind: 'table', mime_type });
const image = (mime_type: string): Format => ({ kind: 'image', mime_type });
const office = 'application/vnd.openxmlformats-officedocument';

/** What a name promises. Content decides; this only breaks ties and names the text formats. */
export const formatByExtension: Readonly<Record<string, Format>> = {
  md: text('text/markdown'),
  txt: text('text/plain'),
  json: text('application/json'),
  xml: text('application/xml'),
  yaml: text('application/yaml'),
  yml: text('application/yaml'),
  html: text('text/html'),
  js: text('text/javascript'),
  ts: text('text/typescript'),
  py: text('text/x-python'),
  java: text('text/x-java'),
  go: text('text/x-go'),
  rb: text('text/x-ruby'),
  rs: text('text/x-rust'),
  c: text('text/x-c'),
  cpp: text('text/x-c++'),
  h: text('text/x-c'),
  css: text('text/css'),
  sql: text('application/sql'),
  csv: table('text/csv'),
  tsv: table('text/tab-separated-values'),
  tab: table('text/tab-separated-values'),
  psv: table('text/plain'),
  xlsx: { kind: 'xlsx', mime_type: `${office}.spreadsheetml.sheet` },
  xltx: { kind: 'xlsx', mime_type: `${office}.spreadsheetml.template` },
  xlsm: { kind: 'xlsx', mime_type: 'application/vnd.ms-excel.sheet.macroEnabled.12' },
  docx: { kind: 'docx', mime_type: `${office}.wordprocessingml.document` },
  dotx: { kind: 'docx', mime_type: `${office}.wordprocessingml.template` },
  docm: { kind: 'docx', mime_type: 'application/vnd.ms-word.document.macroEnabled.12' },
  pptx: { kind: 'pptx', mime_type: `${office}.presentationml.presentation` },
  potx: { kind: 'pptx', mime_type: `${office}.presentationml.template` },
  pptm: { kind: 'pptx', mime_type: 'application/vnd.ms-powerpoint.presentation.macroEnabled.12' },
  pdf: { kind: 'pdf', mime_type: 'application/pdf' },
  odt: { kind: 'odt', mime_type: 'application/vnd.oasis.opendocument.text' },
  png: image('image/png'),
  jpg: image('image/jpeg'),
  jpeg: image('image/jpeg'),
  gif: image('image/gif'),
  webp: image('image/webp'),
  svg: image('image/svg+xml'),
};

export const extensionOf = (path: string): string => {
  const dot = path.lastIndexOf('.');
  return dot <= 0 ? '' : path.slice(dot + 1).toLowerCase();
};

export const mimeOf = (format: string): string => formatByExtension[format]?.mime_type ?? 'application/octet-stream';
