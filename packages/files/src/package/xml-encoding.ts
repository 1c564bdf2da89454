import { refuseRead } from './refusal.ts';

/** What is needed to write a part back in the bytes it came in. */
export type XmlEncoding = { readonly name: 'utf-8' | 'utf-16le' | 'utf-16be'; readonly bom: boolean };

export const decodeXml = (bytes: Uint8Array): { readonly text: string; readonly encoding: XmlEncoding } => {
  const encoding = sniff(bytes);
  const start = encoding.bom ? (encoding.name === 'utf-8' ? 3 : 2) : 0;
  try {
    const text = new TextDecoder(encoding.name, { fatal: true, ignoreBOM: true }).decode(bytes.subarray(start));
    refuseOtherEncoding(text, encoding);
    return { text, encoding };
  } catch (cause) {
    if (cause instanceof TypeError) return refuseRead('xml_malformed', 'A part of the package has broken text.');
    throw cause;
  }
};

export const encodeXml = (text: string, encoding: XmlEncoding): Buffer => {
  const marked = encoding.bom ? `\ufeff${text}` : text;
  if (encoding.name === 'utf-8') return Buffer.from(marked, 'utf8');
  const little = Buffer.from(marked, 'utf16le');
  return encoding.name === 'utf-16le' ? little : little.swap16();
};

const sniff = (bytes: Uint8Array): XmlEncoding => {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { name: 'utf-8', bom: true };
  if (a === 0xff && b === 0xfe) return { name: 'utf-16le', bom: true };
  if (a === 0xfe && b === 0xff) return { name: 'utf-16be', bom: true };
  if (a === 0x3c && b === 0) return { name: 'utf-16le', bom: false };
  if (a === 0 && b === 0x3c) return { name: 'utf-16be', bom: false };
  return { name: 'utf-8', bom: false };
};

const refuseOtherEncoding = (text: string, { name }: XmlEncoding): void => {
  const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(text.slice(0, 200))?.[1]?.toLowerCase();
  if (declared === undefined || name !== 'utf-8') return;
  if (declared !== 'utf-8' && declared !== 'us-ascii' && declared !== 'utf8')
    refuseRead('xml_malformed', 'A part of the package declares an encoding that office files do not use.');
};
