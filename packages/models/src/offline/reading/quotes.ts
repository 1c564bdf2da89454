import { refuse } from '../plan.ts';

/** A request with its quoted texts taken out; `@q0` stands where the first was. */
export type Quoted = { readonly words: string; readonly quoted: readonly string[] };

/** Stands for the quote mark inside a Hebrew abbreviation, which opens no quotation. */
const GERSHAYIM = '\u05f4';

export const takeQuotes = (request: string): Quoted => {
  if (/(?:^|[\s=(,:])(?:""|“”|''|‘’)(?=$|[\s).,:!?])/u.test(request)) {
    refuse(
      'An empty text in quotes says nothing to put there. Give the text, or do it by hand.',
      'טקסט ריק במירכאות אינו אומר מה לשים שם. כתבו את הטקסט, או עשו זאת ידנית.',
    );
  }
  const quoted: string[] = [];
  const words = request
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/(?<=\s|^)[:;]-?[)(DP](?=\s|$)|\p{Extended_Pictographic}+/gu, '. ')
    .replace(/[“”„״]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/(?<=\p{Script=Hebrew})"(?=\p{Script=Hebrew}(?!\p{L}))/gu, GERSHAYIM)
    .replace(/"([^"]+)"|(?<=^|[\s(,:-])'([^']+)'(?=$|[\s).,:;!?])/gu, (_all, double?: string, single?: string) => {
      quoted.push((double ?? single ?? '').replaceAll(GERSHAYIM, '"'));
      return ` @q${quoted.length - 1}`;
    })
    .replace(/[ \t]+/g, ' ')
    .replace(/(?<=(?:^|\s)(?:ו?[בלמהכש]|ו)-?) (?=@q)/gu, '')
    .trim();
  return { words, quoted };
};

/** What a piece of the request says: the quoted text itself, or the words as they stand. */
export const unquote = (text: string, quoted: readonly string[]): string => {
  const at = /^@q(\d+)$/.exec(text.trim())?.[1];
  return at === undefined ? text.trim().replaceAll(GERSHAYIM, '"') : (quoted[Number(at)] ?? '');
};

/** A name for comparing: capitals and the mark of a Hebrew abbreviation make no difference. */
export const plainName = (name: string): string => name.trim().toLowerCase().replaceAll(GERSHAYIM, '"');

export const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
