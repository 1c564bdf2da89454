import { isRefusal } from '../package/refusal.ts';
import { entryBytes, openZip, type Zip } from '../package/zip-read.ts';
import type { Kind } from '../tools/kind-handler.ts';

export type OfficeFormat = {
  readonly kind: Extract<Kind, 'xlsx' | 'docx' | 'pptx'>;
  readonly format: string;
  readonly macros: boolean;
  readonly template: boolean;
};

/** What a zip holds, from its directory and the type of its main part. */
export const packageFormat = (
  bytes: Uint8Array,
): OfficeFormat | 'odt' | 'ods' | 'odp' | 'xlsb' | 'archive' | 'unreadable' => {
  try {
    return formatOf(openZip(bytes));
  } catch (cause) {
    if (isRefusal(cause)) return 'unreadable';
    throw cause;
  }
};

const odfByMime: Readonly<Record<string, 'odt' | 'ods' | 'odp'>> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
};

const formatOf = (zip: Zip): ReturnType<typeof packageFormat> => {
  if (zip.byName.has('[Content_Types].xml')) return officeFormat(zip) ?? 'archive';
  const first = zip.entries[0];
  if (first?.name !== 'mimetype') return 'archive';
  return odfByMime[small(zip, 'mimetype').trim()] ?? 'archive';
};

const officeFormat = (zip: Zip): OfficeFormat | 'xlsb' | undefined => {
  const main = mainPart(small(zip, '_rels/.rels'));
  const type = main === undefined ? undefined : typeOf(small(zip, '[Content_Types].xml'), main);
  return type === undefined ? undefined : byType(type);
};

const largestDeclaration = 4 * 1024 * 1024;

/** These two parts are a few kilobytes in any honest file. */
const small = (zip: Zip, name: string): string => {
  const entry = zip.byName.get(name);
  return entry && entry.size <= largestDeclaration ? entryBytes(zip, entry, () => undefined).toString('utf8') : '';
};

const longestTag = 8 * 1024;

/**
 * The elements of a name with their attributes, found in one pass. No pattern runs over the whole part: a hostile
 * one can make a pattern with two open ends take minutes.
 */
const elements = (xml: string, name: string): readonly Readonly<Record<string, string>>[] => {
  const found: Readonly<Record<string, string>>[] = [];
  for (let open = xml.indexOf('<'); open !== -1; open = xml.indexOf('<', open + 1)) {
    const head = xml.slice(open + 1, open + 1 + name.length + 32);
    const local = /^(?:\w{1,30}:)?(\w+)\s/.exec(head);
    if (local?.[1] !== name) continue;
    const close = xml.indexOf('>', open);
    if (close === -1) break;
    if (close - open <= longestTag) found.push(attributesOf(xml.slice(open + 1 + local[0].length, close)));
    open = close;
  }
  return found;
};

/** Name, equals sign, quoted value; what is written otherwise is no attribute. */
const attributesOf = (text: string): Readonly<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (let equals = text.indexOf('='); equals !== -1; ) {
    const name =
      text
        .slice(0, equals)
        .trimEnd()
        .split(/[\s"']/)
        .at(-1) ?? '';
    let from = equals + 1;
    while (from < text.length && text.charCodeAt(from) <= 0x20) from += 1;
    const mark = text[from];
    const to = mark === '"' || mark === "'" ? text.indexOf(mark, from + 1) : -1;
    if (to === -1) break;
    found[name] = text.slice(from + 1, to);
    equals = text.indexOf('=', to + 1);
  }
  return found;
};

const mainPart = (relationships: string): string | undefined => {
  const target = elements(relationships, 'Relationship').find(({ Type }) => Type?.endsWith('/officeDocument'))?.Target;
  return target === undefined ? undefined : `/${target.replace(/^\/+/, '')}`;
};

const typeOf = (contentTypes: string, part: string): string | undefined =>
  elements(contentTypes, 'Override').find(({ PartName }) => PartName?.toLowerCase() === part.toLowerCase())
    ?.ContentType ??
  elements(contentTypes, 'Default').find(({ Extension }) => part.toLowerCase().endsWith(`.${Extension?.toLowerCase()}`))
    ?.ContentType;

const families: readonly (readonly [RegExp, OfficeFormat['kind'], readonly [string, string, string]])[] = [
  [/spreadsheetml|ms-excel/, 'xlsx', ['xlsx', 'xlsm', 'xltx']],
  [/wordprocessingml|ms-word/, 'docx', ['docx', 'docm', 'dotx']],
  [/presentationml|ms-powerpoint/, 'pptx', ['pptx', 'pptm', 'potx']],
];

const byType = (type: string): OfficeFormat | 'xlsb' | undefined => {
  // A workbook in binary records: the family is right and nothing in it is XML.
  if (/sheet\.binary/i.test(type)) return 'xlsb';
  const family = families.find(([pattern]) => pattern.test(type));
  if (!family) return undefined;
  const [, kind, [plain, withMacros, asTemplate]] = family;
  const macros = /macroEnabled/i.test(type);
  const template = /template/i.test(type);
  return { kind, format: macros ? withMacros : template ? asTemplate : plain, macros, template };
};
