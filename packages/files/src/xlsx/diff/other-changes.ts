import { partsDiffer } from '../../office/parts-differ.ts';
import type { OpcPackage } from '../../package/opc.ts';

type Known = { readonly sheetParts: ReadonlySet<string>; readonly stylesFollow: boolean };

/** Parts that differ and that the comparison of sheets does not explain, by name and in words. */
export const otherChanges = (
  old: OpcPackage,
  made: OpcPackage,
  known: Known,
): { readonly parts: readonly string[]; readonly words: readonly string[]; readonly isOnlyOrder: boolean } => {
  const names = [...new Set([...old.names(), ...made.names()])].toSorted();
  const differing = names.filter((name) => {
    const [a, b] = [old.zip.byName.get(name), made.zip.byName.get(name)];
    // A checksum is what a file says of itself, so equal ones prove nothing.
    return a?.crc !== b?.crc || a?.size !== b?.size || partsDiffer(old, made, name);
  });
  const unexplained = differing.filter((name) => !known.sheetParts.has(name));
  return {
    // What merely serves other changes can be taken or left with them.
    parts: unexplained.filter((name) => !isServing(name, known, old, made)),
    words: [...new Set(unexplained.map(wordFor))],
    isOnlyOrder: differing.every((name) => isOrder(name, old, made)),
  };
};

const isServing = (name: string, known: Known, old: OpcPackage, made: OpcPackage): boolean => {
  if (/(^|\/)styles\.xml$/.test(name)) return known.stylesFollow && otherStylesFollow(old, made, name);
  // Texts are told cell by cell; only the look of letters inside a text is not.
  if (/(^|\/)sharedStrings\.xml$/.test(name)) return [old, made].every((side) => !hasRichTexts(side, name));
  return isOrder(name, old, made);
};

/** What tables, rules and named styles look like: all that was there is there, and new ones stand behind. */
const otherStylesFollow = (old: OpcPackage, made: OpcPackage, name: string): boolean => {
  if (!old.has(name) || !made.has(name)) return false;
  const [before, after] = [old, made].map((side) => side.bytes(name).toString('utf8')) as [string, string];
  return ['dxfs', 'tableStyles', 'colors', 'cellStyleXfs', 'cellStyles', 'extLst'].every((local) => {
    const section = new RegExp(`<((?:\\w+:)?)${local}(?=[\\s/>])([^>]*?)(?:/>|>([\\s\\S]*)</\\1${local}>)`);
    const [was, is] = [section.exec(before), section.exec(after)];
    if (!was || !is) return !was;
    const settings = (attributes = '') => attributes.replace(/\scount\s*=\s*(?:"[^"]*"|'[^']*')/, '').trim();
    return settings(was[2]) === settings(is[2]) && (is[3] ?? '').startsWith(was[3] ?? '');
  });
};

/** The order of calculation, and that the file asks to be calculated. */
const isOrder = (name: string, old: OpcPackage, made: OpcPackage): boolean => {
  if (/(^|\/)calcChain\.xml$/.test(name)) return true;
  const withoutChain = (bytes: Buffer) =>
    bytes
      .toString('utf8')
      .replace(/<[^<>]*calcChain[^<>]*>/g, '')
      // That the file asks to be calculated follows from other changes; how it calculates does not.
      .replace(/<(?:\w+:)?calcPr[^>]*\/>/g, (element) => element.replace(/\s(?:fullCalcOnLoad|calcId)="[^"]*"/g, ''))
      .replace(/<(?:\w+:)?calcPr\s*\/>/g, '');
  const serves = name === '[Content_Types].xml' || /workbook\.xml(\.rels)?$/.test(name);
  return serves && old.has(name) && made.has(name) && withoutChain(old.bytes(name)) === withoutChain(made.bytes(name));
};

const hasRichTexts = (side: OpcPackage, name: string): boolean => {
  const size = side.zip.byName.get(name)?.size ?? 0;
  if (size > 64 * 1024 * 1024) return true;
  return size > 0 && /<(?:\w+:)?r[\s>]/.test(side.bytes(name).toString('latin1'));
};

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/(^|\/)theme\//, 'theme'],
  [/(^|\/)styles\.xml$/, 'style table'],
  [/(^|\/)sharedStrings\.xml$/, 'shared strings'],
  [/(^|\/)calcChain\.xml$/, 'calculation order'],
  [/(^|\/)workbook\.xml$/, 'workbook settings and names'],
  [/\[Content_Types\]\.xml$|\.rels$/, 'package bookkeeping'],
  [/(^|\/)docProps\//, 'document properties'],
  [/(^|\/)customXml\//, 'custom XML'],
];

const NUMBERED: readonly (readonly [RegExp, string])[] = [
  [/(^|\/)charts\/chart(\d*)\.xml$/, 'chart'],
  [/(^|\/)drawings\/\w*?(\d*)\.(?:xml|vml)$/, 'drawing'],
  [/(^|\/)(?:threaded)?comments?(\d*)\.xml$/i, 'comments'],
  [/(^|\/)tables\/table(\d*)\.xml$/, 'table'],
  [/(^|\/)pivotTables\/\w*?(\d*)\.xml$/, 'pivot table'],
  [/(^|\/)pivotCache\/\w*?(\d*)\.xml$/, 'pivot cache'],
  [/(^|\/)embeddings\/.*?(\d*)\.\w+$/, 'embedded file'],
  [/(^|\/)media\/\w*?(\d*)\.\w+$/, 'picture'],
  [/(^|\/)worksheets\/sheet(\d*)\.xml$/, 'sheet part'],
];

const wordFor = (name: string): string => {
  const plain = WORDS.find(([pattern]) => pattern.test(name));
  if (plain) return plain[1];
  for (const [pattern, word] of NUMBERED) {
    const match = pattern.exec(name);
    if (match) return match[2] ? `${word} ${match[2]}` : word;
  }
  return name;
};
