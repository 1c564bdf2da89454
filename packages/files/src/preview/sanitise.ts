import { readFile } from 'node:fs/promises';
import { decodeXml, encodeXml } from '../package/xml-encoding.ts';
import { unescapeXml } from '../package/xml-text.ts';
import { entryBytes, openZip, type ZipEntry } from '../package/zip-read.ts';
import { writeZipFile, type ZipItem } from '../package/zip-write.ts';
import type { Source } from '../tools/kind-handler.ts';

/** Parts that run, or that carry another program's data. */
const activePart =
  /(^|\/)(vbaProject\.bin|vbaData\.xml|activeX\/|ctrlProps\/|embeddings\/|externalLinks\/|Basic\/|Scripts\/|Object \d+)|\.(bin|ole)$/i;
const markup = /\.(xml|rels|vml|svg)$/i;
const nowhere = 'about:blank';

export type Sanitised = { readonly removed_parts: number; readonly cut_references: number };

/**
 * A copy that is safe to hand to another program: no macros, controls or embedded objects, and nothing to fetch.
 * Only for rendering; it is never shown as the file.
 */
export const sanitisePackage = async (source: Source, output: string): Promise<Sanitised> => {
  const zip = openZip(await readFile(source.file));
  let [removed_parts, cut_references] = [0, 0];
  const items: ZipItem[] = [];
  for (const entry of zip.entries) {
    if (entry.isFolder) continue;
    if (activePart.test(entry.name)) {
      removed_parts += 1;
      continue;
    }
    if (!markup.test(entry.name)) {
      items.push({ from: 'copy', zip, entry });
      continue;
    }
    // In the encoding the part is in: read as UTF-8, an address in UTF-16 would pass unseen.
    const part = decoded(
      entryBytes(zip, entry, () => undefined),
      entry.name,
    );
    if (!part) {
      removed_parts += 1;
      continue;
    }
    const { text, encoding } = part;
    const { clean, cuts } = cleanMarkup(entry, text);
    cut_references += cuts;
    items.push(
      cuts === 0
        ? { from: 'copy', zip, entry }
        : { from: 'bytes', name: entry.name, bytes: encodeXml(clean, encoding) },
    );
  }
  await writeZipFile(output, items);
  return { removed_parts, cut_references };
};

/** A picture in an encoding that office files do not use is left out; any other part in one refuses the file. */
const decoded = (bytes: Uint8Array, name: string): ReturnType<typeof decodeXml> | undefined => {
  try {
    return decodeXml(bytes);
  } catch (cause) {
    if (name.toLowerCase().endsWith('.svg')) return undefined;
    throw cause;
  }
};

/** The code of a field, and what a code that fetches says. */
const fieldCode = /(<((?:\w+:)?instrText)\b[^>]*>)((?:[^<]|<!\[CDATA\[[^\]]*\]\]>)*)(<\/\2>)/g;
const fetchingCode = /\b(?:INCLUDEPICTURE|INCLUDETEXT|DDEAUTO|DDE|IMPORT|LINK)\b/i;
/** A code may be cut up over several runs; it is then known by its whole words alone. */
const cutUpCode = /INCLUDEPICTURE|INCLUDETEXT|DDEAUTO/i;

/** Letters and signs that stand as character references, as themselves: the same markup, and nothing hides in it. */
const spelledOut = (text: string): string =>
  text.replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (whole, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const sign = code > 32 && code < 127 ? String.fromCharCode(code) : '';
    return sign === '' || /[<>&"']/.test(sign) ? whole : sign;
  });

const valueIn = (tag: string, name: string): string => {
  const [, a, b] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag) ?? [];
  return unescapeXml(a ?? b ?? '');
};

const cleanMarkup = (entry: ZipEntry, text: string): { readonly clean: string; readonly cuts: number } => {
  let cuts = 0;
  const cut = (replacement: string): string => {
    cuts += 1;
    return replacement;
  };
  let clean = spelledOut(text);
  if (entry.name.endsWith('.rels')) {
    clean = clean.replace(/<(?:\w+:)?Relationship\s[^>]*>/g, (tag) => {
      const mode = valueIn(tag, 'TargetMode');
      const target = valueIn(tag, 'Target');
      // Letters may be spelled as character references; an address may stand there without a mode as well.
      if (mode.toLowerCase() === 'external' || /^(?:[a-z][a-z0-9+.-]*:|\\\\|\/\/)/i.test(target.trim()))
        return cut(tag.replace(/\sTarget\s*=\s*("[^"]*"|'[^']*')/, ` Target="${nowhere}"`));
      return activePart.test(target) && tag.endsWith('/>') ? cut('') : tag;
    });
  }
  // OpenDocument and drawings write their links beside the text, under any prefix.
  clean = clean.replace(
    /((?:[\w-]+:href|r:link|\s(?:href|src))\s*=\s*)(["'])\s*(?:https?|ftp|file|smb|\\\\|\/\/)[^"']*\2/gi,
    (_, name: string, mark: string) => cut(`${name}${mark}${nowhere}${mark}`),
  );
  // Word hides addresses in the codes of fields, Excel in formulas.
  const codes = [...clean.matchAll(fieldCode)].map(([, , , code = '']) => code.replace(/<!\[CDATA\[|\]\]>/g, ''));
  const isCutUp = cutUpCode.test(codes.join(''));
  clean = clean.replace(fieldCode, (whole, open: string, _, code: string, close: string) =>
    isCutUp || fetchingCode.test(code) ? cut(open + close) : whole,
  );
  clean = clean.replace(/(\s(?:\w+:)?instr\s*=\s*)("[^"]*"|'[^']*')/g, (whole, name: string, code: string) =>
    fetchingCode.test(code) ? cut(`${name}""`) : whole,
  );
  clean = clean.replace(/\b(?:_xlfn\.)?WEBSERVICE\s*\(/gi, () => cut('NA('));
  clean = clean.replace(
    /<(office:scripts|office:event-listeners|script:event-listener)\b[^>]*(?:\/>|>[\s\S]*?<\/\1>)/g,
    () => cut(''),
  );
  return { clean, cuts };
};
