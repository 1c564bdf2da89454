import type { Lang, LText } from '../domain/primitives.ts';
import type { ClientLine, ClientQuote } from '../quote/client-quote.ts';
import { formatBps, formatDay, formatMinor, type Said, said } from './format.ts';
import { words } from './words.ts';

export type ViewLine = {
  readonly place: string;
  readonly title: Said;
  readonly text?: Said;
  readonly qty: string;
  readonly unitPrice: string;
  readonly price: string;
  readonly pictures: readonly string[];
};

export type ViewGroup = { readonly title?: Said; readonly lines: readonly ViewLine[]; readonly total?: string };

/** A quote in one language, every figure as it is printed: all documents say the same because they say this. */
export type QuoteView = {
  readonly lang: Lang;
  readonly direction: 'rtl' | 'ltr';
  readonly heading: string;
  readonly notice?: string;
  readonly sender: { readonly name: Said; readonly lines: readonly Said[]; readonly logo?: string };
  /** What the document is: label and value; values read from left to right. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly recipient: readonly { readonly label: string; readonly value: Said }[];
  readonly title: Said;
  readonly about: readonly { readonly label: string; readonly value: Said }[];
  readonly opening?: Said;
  readonly columns: readonly [string, string, string, string, string];
  readonly groups: readonly ViewGroup[];
  readonly sectionTotal: string;
  readonly extras: readonly { readonly heading: string; readonly note: string; readonly lines: readonly ViewLine[] }[];
  readonly totals: readonly {
    readonly label: string;
    readonly minor: number;
    readonly amount: string;
    readonly isTotal: boolean;
  }[];
  readonly vatNote?: Said;
  readonly payments: readonly {
    readonly label: Said;
    readonly share: string;
    readonly due: string;
    readonly amount: string;
  }[];
  readonly paymentColumns: readonly [string, string, string, string];
  readonly paymentHeading: string;
  readonly blocks: readonly { readonly heading: string; readonly text: Said }[];
  /** At the end of a document without pages. */
  readonly footer: Said | undefined;
  readonly foot: (page: number, of: number) => string;
};

export const languagesOf = ({ locale, primaryLang }: ClientQuote): readonly Lang[] =>
  locale === 'both' ? [primaryLang, primaryLang === 'he' ? 'en' : 'he'] : [locale];

export const quoteView = (quote: ClientQuote, lang: Lang): QuoteView => {
  const word = words[lang];
  const money = (minor: number): string => formatMinor(minor, quote.currency);
  const own = (text: string): Said => ({ text, lang });
  const fact = (label: string, value: string | undefined) => (value === undefined ? [] : [{ label, value }]);
  const { company, client, project } = quote;
  const senderLine = (label: string, value: string | undefined) =>
    value === undefined ? [] : [own(label === '' ? value : `${label} ${value}`)];
  const toLine = (line: ClientLine, at: number): ViewLine => ({
    place: String(at + 1),
    title: said(line.title, lang),
    ...(line.text === undefined ? {} : { text: said(line.text, lang) }),
    qty: String(line.qty),
    unitPrice: line.unitPriceMinor === undefined ? '' : money(line.unitPriceMinor),
    price: money(line.priceMinor),
    pictures: line.pictures,
  });
  const extra = (heading: string, note: string, lines: readonly ClientLine[]) =>
    lines.length === 0 ? [] : [{ heading, note, lines: lines.map(toLine) }];
  const block = (heading: string, text: LText | undefined) =>
    text === undefined ? [] : [{ heading, text: said(text, lang) }];
  const number = quote.number === undefined ? '' : ` ${quote.number}`;
  return {
    lang,
    direction: lang === 'he' ? 'rtl' : 'ltr',
    heading: `${word.quote}${number}`,
    ...(quote.isPreview ? { notice: word.preview } : {}),
    sender: {
      name: said(company.name, lang),
      lines: [
        ...senderLine(word.vatId, company.vatId),
        ...(company.address === undefined ? [] : [said(company.address, lang)]),
        ...senderLine(word.phone, company.phone),
        ...senderLine('', [company.email, company.website].filter(Boolean).join(' · ') || undefined),
      ],
      ...(company.logo === undefined ? {} : { logo: company.logo.blob }),
    },
    facts: [
      ...fact(word.number, quote.number),
      ...fact(word.version, String(quote.version)),
      ...fact(word.date, formatDay(quote.issuedOn, lang)),
      ...fact(word.validUntil, formatDay(quote.validUntil, lang)),
      ...fact(word.clientRef, quote.clientRef),
    ],
    recipient: [
      { label: word.to, value: own(client.name) },
      ...(client.contact === undefined ? [] : [{ label: word.contact, value: own(client.contact) }]),
      ...(client.vatId === undefined ? [] : [{ label: word.vatId, value: own(client.vatId) }]),
    ],
    title: said(project.title, lang),
    about: [
      ...(project.eventDate === undefined
        ? []
        : [{ label: word.event, value: own(formatDay(project.eventDate, lang)) }]),
      ...(project.venue === undefined ? [] : [{ label: word.venue, value: said(project.venue, lang) }]),
    ],
    ...(quote.opening === undefined ? {} : { opening: said(quote.opening, lang) }),
    columns: ['#', word.description, word.qty, word.unitPrice, word.price],
    groups: groupsOf(quote.lines, lang, toLine, money),
    sectionTotal: word.section,
    extras: [
      ...extra(word.optional, word.optionalNote, quote.optional),
      ...extra(word.alternatives, word.alternativesNote, quote.alternatives),
      ...extra(word.unapproved, word.unapprovedNote, quote.unapproved),
    ],
    totals: totalsOf(quote, lang, money),
    ...(quote.vatReason === undefined ? {} : { vatNote: own(`${word.vat}: ${quote.vatReason}`) }),
    payments: quote.payments.map((part) => ({
      label: said(part.label, lang),
      share: 'bps' in part.amount ? formatBps(part.amount.bps) : '',
      due:
        part.due.kind === 'onOrder'
          ? word.onOrder
          : part.due.kind === 'date'
            ? formatDay(part.due.date, lang)
            : `${word.endOfMonth} + ${part.due.days}`,
      amount: money(part.minor),
    })),
    paymentColumns: [word.payment, word.share, word.due, word.amount],
    paymentHeading: word.payments,
    blocks: [
      ...block(word.exclusions, quote.exclusions),
      ...block(word.terms, quote.terms),
      ...block(word.bank, company.bankLine),
    ],
    footer: company.footer && said(company.footer, lang),
    foot: (page, of) =>
      [
        company.footer === undefined ? '' : said(company.footer, lang).text,
        `${word.quote}${number}`,
        word.pages(String(page), String(of)),
      ]
        .filter((part) => part !== '')
        .join(' · '),
  };
};

/** Lines in their order; neighbours of one section stand together and have a sum. */
const groupsOf = (
  lines: readonly ClientLine[],
  lang: Lang,
  toLine: (line: ClientLine, at: number) => ViewLine,
  money: (minor: number) => string,
): readonly ViewGroup[] => {
  const groups: { readonly title: string; readonly section?: LText; readonly lines: ClientLine[] }[] = [];
  for (const line of lines) {
    const title = line.section === undefined ? '' : said(line.section, lang).text;
    const last = groups.at(-1);
    if (last?.title === title) last.lines.push(line);
    else groups.push({ title, ...(line.section === undefined ? {} : { section: line.section }), lines: [line] });
  }
  let before = 0;
  return groups.map((group) => {
    const from = before;
    before += group.lines.length;
    return {
      ...(group.section === undefined ? {} : { title: said(group.section, lang) }),
      lines: group.lines.map((line, at) => toLine(line, from + at)),
      ...(group.section !== undefined && groups.length > 1
        ? { total: money(group.lines.reduce((all, { priceMinor }) => all + priceMinor, 0)) }
        : {}),
    };
  });
};

const totalsOf = (quote: ClientQuote, lang: Lang, money: (minor: number) => string): QuoteView['totals'] => {
  const word = words[lang];
  const row = (label: string, minor: number, isTotal = false) => ({ label, minor, amount: money(minor), isTotal });
  const isPlain = quote.discountMinor === 0 && quote.roundingMinor === 0;
  return [
    ...(isPlain ? [] : [row(word.sum, quote.beforeDiscountMinor)]),
    ...(quote.discountMinor === 0 ? [] : [row(word.discount, -quote.discountMinor)]),
    ...(quote.roundingMinor === 0 ? [] : [row(word.rounding, quote.roundingMinor)]),
    row(word.subtotal, quote.subtotalMinor),
    row(quote.vatBps === 0 ? word.noVat : `${word.vat} ${formatBps(quote.vatBps)}`, quote.vatMinor),
    row(word.total, quote.totalMinor, true),
  ];
};
