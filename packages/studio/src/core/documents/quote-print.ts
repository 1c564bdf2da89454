import type { ClientQuote } from '../quote/client-quote.ts';
import type { Said } from './format.ts';
import type { Block, Cell, Picture, PictureSizes, PrintedDocument, Row, Text } from './pages/blocks.ts';
import { languagesOf, type QuoteView, quoteView, type ViewLine } from './quote-view.ts';
import { firstStrong, ltr } from './text/isolate.ts';

/** A quote as pages: one part per language, each on pages of its own. */
export const quotePrint = (quote: ClientQuote, pictures: PictureSizes = new Map()): PrintedDocument => {
  const views = languagesOf(quote).map((lang) => quoteView(quote, lang));
  return {
    title: [views[0]?.heading, views[0]?.title.text].filter(Boolean).join(' – '),
    author: views[0]?.sender.name.text ?? '',
    at: quote.issuedAt,
    accent: quote.company.colors?.main ?? '#1f4e79',
    sections: views.map((view) => ({
      lang: view.lang,
      direction: view.direction,
      blocks: blocksOf(view, pictures),
      foot: view.foot,
    })),
  };
};

const directionOf = ({ lang }: Said) => (lang === 'he' ? 'rtl' : 'ltr');
const asText = (value: Said, more: Omit<Text, 'text'> = {}): Text => ({
  text: value.text,
  direction: directionOf(value),
  ...more,
});
const cell = (...texts: Text[]): Cell => ({ texts });
const figure = (text: string): Cell => cell({ text: ltr(text) });

const blocksOf = (view: QuoteView, pictures: PictureSizes): readonly Block[] => {
  const labelled = ({ label, value }: { readonly label: string; readonly value: string }): Text => ({
    text: `${label}: ${value}`,
    direction: view.direction,
  });
  const pictureOf = (id: string | undefined, alt: string): Picture | undefined => {
    const size = id === undefined ? undefined : pictures.get(id);
    return id === undefined || size === undefined ? undefined : { id, alt, ...size };
  };
  const logo = pictureOf(view.sender.logo, view.sender.name.text);
  return [
    {
      kind: 'pair',
      start: [
        asText(view.sender.name, { bold: true, size: 13 }),
        ...view.sender.lines.map((line) => asText(line, { tone: 'muted', direction: view.direction })),
      ],
      end: [
        { text: view.heading, bold: true, size: 13, tone: 'accent', direction: view.direction },
        ...(view.notice === undefined ? [] : [{ text: view.notice, bold: true, direction: view.direction }]),
        ...view.facts.map(({ label, value }) => labelled({ label, value: ltr(value) })),
      ],
      ...(logo === undefined ? {} : { logo }),
    },
    { kind: 'space', points: 14 },
    ...view.recipient.map(
      ({ label, value }, at): Block => ({
        kind: 'paragraph',
        text: { ...labelled({ label, value: firstStrong(value.text) }), bold: at === 0 },
      }),
    ),
    { kind: 'space', points: 10 },
    { kind: 'heading', level: 1, text: { text: view.title.text, direction: directionOf(view.title) } },
    ...(view.about.length === 0
      ? []
      : [
          {
            kind: 'paragraph',
            text: {
              text: view.about.map(({ label, value }) => `${label}: ${firstStrong(value.text)}`).join(' · '),
              tone: 'muted',
              direction: view.direction,
            },
          } as const,
        ]),
    ...(view.opening === undefined
      ? []
      : [{ kind: 'space', points: 8 } as const, { kind: 'paragraph', text: asText(view.opening) } as const]),
    { kind: 'space', points: 10 },
    linesTable(
      view,
      view.groups.flatMap((group): readonly Row[] => [
        ...(group.title === undefined
          ? []
          : [{ cells: [cell(), cell(asText(group.title)), cell(), cell(), cell()], style: 'group' } as const]),
        ...group.lines.map((line) => lineRow(line, pictureOf)),
        ...(group.total === undefined ? [] : [groupTotal(view, group.total)]),
      ]),
    ),
    { kind: 'space', points: 6 },
    totalsTable(view),
    ...(view.vatNote === undefined
      ? []
      : [{ kind: 'paragraph', text: asText(view.vatNote, { tone: 'muted', direction: view.direction }) } as const]),
    ...view.extras.flatMap((extra): readonly Block[] => [
      { kind: 'space', points: 14 },
      { kind: 'heading', level: 2, text: { text: `${extra.heading} – ${extra.note}`, direction: view.direction } },
      { kind: 'space', points: 3 },
      linesTable(
        view,
        extra.lines.map((line) => lineRow(line, pictureOf)),
      ),
    ]),
    ...paymentBlocks(view),
    ...view.blocks.flatMap(({ heading, text }): readonly Block[] => [
      { kind: 'space', points: 12 },
      { kind: 'heading', level: 2, text: { text: heading, direction: view.direction } },
      { kind: 'paragraph', text: asText(text) },
    ]),
  ];
};

const linesTable = (view: QuoteView, rows: readonly Row[]): Block => ({
  kind: 'table',
  columns: [
    { share: 1.1, align: 'start' },
    { share: 12, align: 'start' },
    { share: 2, align: 'number' },
    { share: 3.4, align: 'number' },
    { share: 3.8, align: 'number' },
  ],
  head: view.columns,
  rows,
});

const lineRow = (line: ViewLine, pictureOf: (id: string | undefined, alt: string) => Picture | undefined): Row => {
  const picture = line.pictures.map((id) => pictureOf(id, line.title.text)).find((found) => found !== undefined);
  return {
    cells: [
      figure(line.place),
      {
        texts: [
          asText(line.title, { bold: true }),
          ...(line.text === undefined ? [] : [asText(line.text, { tone: 'muted', size: 8.5 })]),
        ],
        ...(picture === undefined ? {} : { picture }),
      },
      figure(line.qty),
      figure(line.unitPrice),
      figure(line.price),
    ],
  };
};

const groupTotal = (view: QuoteView, total: string): Row => ({
  cells: [cell(), cell({ text: view.sectionTotal }), cell(), cell(), figure(total)],
  style: 'group',
});

const totalsTable = (view: QuoteView): Block => ({
  kind: 'table',
  columns: [
    { share: 6, align: 'start' },
    { share: 4, align: 'number' },
  ],
  width: 0.5,
  rows: view.totals.map(({ label, amount, isTotal }) => ({
    cells: [
      cell({ text: label, direction: view.direction, ...(isTotal ? { size: 11.5 } : {}) }),
      amountCell(amount, isTotal),
    ],
    ...(isTotal ? { style: 'total' as const } : {}),
  })),
});

const amountCell = (amount: string, isTotal: boolean): Cell =>
  cell({ text: ltr(amount), ...(isTotal ? { size: 11.5 } : {}) });

const paymentBlocks = (view: QuoteView): readonly Block[] =>
  view.payments.length === 0
    ? []
    : [
        { kind: 'space', points: 14 },
        { kind: 'heading', level: 2, text: { text: view.paymentHeading, direction: view.direction } },
        { kind: 'space', points: 3 },
        {
          kind: 'table',
          columns: [
            { share: 8, align: 'start' },
            { share: 2, align: 'number' },
            { share: 4, align: 'start' },
            { share: 4, align: 'number' },
          ],
          head: view.paymentColumns,
          rows: view.payments.map(({ label, share, due, amount }) => ({
            cells: [cell(asText(label)), figure(share), cell({ text: due, direction: view.direction }), figure(amount)],
          })),
        },
      ];
