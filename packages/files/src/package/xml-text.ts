import { refuseRead } from './refusal.ts';

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

export const unescapeXml = (text: string): string => {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;]*);?/g, (whole, name: string) => {
    const known = NAMED[name];
    if (known !== undefined && whole.endsWith(';')) return known;
    const number = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/.exec(name);
    const code = number ? Number.parseInt(number[1] ?? number[2] ?? '', number[1] ? 16 : 10) : Number.NaN;
    if (!whole.endsWith(';') || !(code > 0 && code <= 0x10ffff))
      return refuseRead('xml_malformed', 'A part of the package uses an entity that is not defined.');
    return String.fromCodePoint(code);
  });
};

export const escapeXmlText = (text: string): string =>
  /[&<>\r]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')
    : text;

export const escapeXmlAttribute = (text: string): string =>
  /[&<>"\t\n\r]/.test(text)
    ? escapeXmlText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
    : text;

const CONTROLS = '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]';
const LONE_SURROGATES = '[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]';
const ILLEGAL = new RegExp(`${CONTROLS}|${LONE_SURROGATES}`, 'g');

const ANY_ILLEGAL = new RegExp(`${CONTROLS}|${LONE_SURROGATES}`);

export const hasIllegalCharacters = (text: string): boolean => ANY_ILLEGAL.test(text);

/** Characters XML 1.0 cannot hold, taken out; the caller warns when the text changed. */
export const withoutIllegalCharacters = (text: string): string => text.replace(ILLEGAL, '');
