import type { Lang } from '../domain/primitives.ts';
import type { ClientLine, ClientQuote } from '../quote/client-quote.ts';
import { toCsv } from './csv.ts';
import { said } from './format.ts';
import { languagesOf, quoteView } from './quote-view.ts';

/** The offer as data, amounts in whole minor units. */
export const quoteJson = (quote: ClientQuote): string => `${JSON.stringify({ schema: 1, ...quote }, null, 2)}\n`;

/** The lines and totals as a table, amounts as plain decimals so that a spreadsheet can add them. */
export const quoteCsv = (quote: ClientQuote): string => {
  const langs = languagesOf(quote);
  const view = quoteView(quote, langs[0] ?? 'he');
  const blank = langs.map(() => '');
  const labelled = (label: string, minor: number) => ['', label, ...blank.slice(1), ...blank, '', '', decimal(minor)];
  const line = (kind: string) => (each: ClientLine, at: number) => [
    `${kind}${at + 1}`,
    ...langs.map((lang) => ownText(each.title, lang)),
    ...langs.map((lang) => (each.text === undefined ? '' : ownText(each.text, lang))),
    String(each.qty),
    each.unitPriceMinor === undefined ? '' : decimal(each.unitPriceMinor),
    decimal(each.priceMinor),
  ];
  return toCsv([
    [view.heading, view.title.text],
    ...view.facts.map(({ label, value }) => [label, value]),
    [],
    [
      '#',
      ...langs.map((lang) => `${quoteView(quote, lang).columns[1]}${inLang(langs, lang)}`),
      ...langs.map((lang) => `${detail[lang]}${inLang(langs, lang)}`),
      view.columns[2],
      view.columns[3],
      `${view.columns[4]} (${quote.currency})`,
    ],
    ...quote.lines.map(line('')),
    ...quote.optional.map(line('O')),
    ...quote.alternatives.map(line('A')),
    ...quote.unapproved.map(line('U')),
    [],
    ...view.totals.map(({ label, minor }) => labelled(label, minor)),
    ...quote.payments.map((part) => labelled(said(part.label, langs[0] ?? 'he').text, part.minor)),
  ]);
};

const detail: Readonly<Record<Lang, string>> = { he: 'פירוט', en: 'Details' };
/** A column says its language where there are two. */
const inLang = (langs: readonly Lang[], lang: Lang): string =>
  langs.length < 2 ? '' : lang === 'he' ? ' (עברית)' : ' (English)';

const ownText = (text: ClientLine['title'], lang: Lang): string => said(text, lang).text;

const decimal = (minor: number): string => {
  const size = Math.abs(minor);
  return `${minor < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`;
};
