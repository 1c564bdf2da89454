import { readFile } from 'node:fs/promises';
import { decodeXml, encodeXml } from '../package/xml-encoding.ts';
import { unescapeXml } from '../package/xml-text.ts';
import { entryBytes, openZip, type ZipEntry } from '../package/zip-read.ts';
import { writeZipFile, type ZipItem } from '../package/zip-write.ts';
import type { Source } from '../tools/kind-handler.ts';

/** Parts that run, or that carry another program's data. */
const activePart =
  /(^|\/)(vbaProject\.bin|vbaData\.xml|activeX\/|ctrlProps\/|embeddings\/|externalLinks\/|Basic\/|Scripts\/|Object \d+)|\.(bin|ole)$/i;
const markup = /\.(xml|rels|vml)$/i;
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
    const { text, encoding } = decodeXml(entryBytes(zip, entry, () => undefined));
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
  let clean = text;
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
  // OpenDocument writes its links beside the text; Word hides some in field codes, Excel in formulas.
  clean = clean.replace(
    /((?:xlink:href|r:link|src)\s*=\s*)(["'])(?:https?|ftp|file|smb|\\\\|\/\/)[^"']*\2/gi,
    (_, name: string, mark: string) => cut(`${name}${mark}${nowhere}${mark}`),
  );
  clean = clean.replace(
    />[^<]*\b(?:INCLUDEPICTURE|INCLUDETEXT|DDEAUTO|DDE|IMPORT|LINK)\b[^<]*<\/((?:\w+:)?instrText)>/g,
    (_, name: string) => cut(`></${name}>`),
  );
  clean = clean.replace(/\b(?:_xlfn\.)?WEBSERVICE\s*\(/gi, () => cut('NA('));
  clean = clean.replace(
    /<(office:scripts|office:event-listeners|script:event-listener)\b[^>]*(?:\/>|>[\s\S]*?<\/\1>)/g,
    () => cut(''),
  );
  return { clean, cuts };
};
