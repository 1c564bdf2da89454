import type { Lang } from '../domain/primitives.ts';
import type { ClientQuote } from '../quote/client-quote.ts';
import { formatDay } from './format.ts';
import { quoteView } from './quote-view.ts';
import { firstStrong, isolateIslands, ltr } from './text/isolate.ts';
import { words } from './words.ts';

const hello = {
  he: 'מצורפת הצעת המחיר שלנו.',
  en: 'Here is our quote.',
} as const;

/**
 * A few lines for a chat or a mail. There is no markup to lean on there, so figures and foreign words stand between
 * isolates and read the right way in either direction.
 */
export const quoteSummary = (quote: ClientQuote, lang: Lang): string => {
  const view = quoteView(quote, lang);
  const named = (label: string, value: string): string => `${label}: ${value}`;
  const number = quote.number === undefined ? '' : ` ${ltr(quote.number)}`;
  const total = view.totals.at(-1);
  const lines = view.groups.flatMap(({ lines: inGroup }) => inGroup);
  const extras = view.extras.slice(0, quote.unapproved.length > 0 ? -1 : undefined);
  return [
    firstStrong(view.title.text),
    `${words[lang].quote}${number}`,
    ...(view.notice === undefined ? [] : [view.notice]),
    '',
    hello[lang],
    '',
    ...lines.map(
      ({ title, qty, price }) =>
        `• ${firstStrong(isolateIslands(title.text))}${qty === '1' ? '' : ` ${ltr(`×${qty}`)}`} – ${ltr(price)}`,
    ),
    '',
    ...view.totals.slice(0, -1).map(({ label, amount }) => named(isolateIslands(label), ltr(amount))),
    ...(total === undefined ? [] : [named(total.label, ltr(total.amount))]),
    ...extras.flatMap(({ heading, note, lines: inExtra }) => [
      '',
      `${heading} (${note}):`,
      ...inExtra.map(({ title, price }) => `• ${firstStrong(isolateIslands(title.text))} – ${ltr(price)}`),
    ]),
    '',
    named(words[lang].validUntil, ltr(formatDay(quote.validUntil, lang))),
    firstStrong(view.sender.name.text),
  ].join('\n');
};
