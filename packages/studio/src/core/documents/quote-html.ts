import type { ClientQuote } from '../quote/client-quote.ts';
import type { Said } from './format.ts';
import { languagesOf, type QuoteView, quoteView, type ViewLine } from './quote-view.ts';
import { islandsIn } from './text/isolate.ts';

export type HtmlAssets = {
  /** The fonts as base64; without them the page falls back to the reader's own. */
  readonly fonts: { readonly regular: string; readonly bold: string } | null;
  /** `data:` addresses of pictures by name. */
  readonly pictures: ReadonlyMap<string, string>;
};

/** One file that needs nothing else: no script, no address, its own font. Everything a person typed is escaped. */
export const quoteHtml = (quote: ClientQuote, assets: HtmlAssets): string => {
  const views = languagesOf(quote).map((lang) => quoteView(quote, lang));
  const [first] = views;
  return `<!doctype html>
<html lang="${first?.lang ?? 'he'}" dir="${first?.direction ?? 'rtl'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:">
<title>${escapeHtml([first?.heading, first?.title.text].filter(Boolean).join(' – '))}</title>
<style>${styles(quote.company.colors?.main ?? '#1f4e79', assets.fonts)}</style>
</head>
<body>
${views.map((view) => article(view, assets.pictures)).join('\n')}
</body>
</html>
`;
};

const article = (view: QuoteView, pictures: HtmlAssets['pictures']): string => {
  const line = (each: ViewLine): string =>
    `<tr><td class="n">${bdi(each.place)}</td><td><b${attributes(each.title, view)}>${text(each.title.text)}</b>${
      each.text === undefined ? '' : `<p${attributes(each.text, view)}>${text(each.text.text)}</p>`
    }${each.pictures.map((id) => picture(id, each.title.text, pictures, 'shot')).join('')}</td><td class="n">${bdi(
      each.qty,
    )}</td><td class="n">${bdi(each.unitPrice)}</td><td class="n">${bdi(each.price)}</td></tr>`;
  const head = (columns: readonly string[], figures: readonly number[]): string =>
    `<thead><tr>${columns.map((column, at) => `<th scope="col"${figures.includes(at) ? ' class="n"' : ''}>${escapeHtml(column)}</th>`).join('')}</tr></thead>`;
  const lines = (rows: string): string =>
    `<table class="lines">${head(view.columns, [2, 3, 4])}<tbody>${rows}</tbody></table>`;
  const pairs = (of: readonly { readonly label: string; readonly value: Said }[]): string =>
    of
      .map(({ label, value }) => `<div><dt>${escapeHtml(label)}</dt><dd dir="auto">${text(value.text)}</dd></div>`)
      .join('');
  return `<article lang="${view.lang}" dir="${view.direction}">
<header><div>${picture(view.sender.logo, view.sender.name.text, pictures, 'logo')}<strong${attributes(view.sender.name, view)}>${text(
    view.sender.name.text,
  )}</strong>${view.sender.lines.map((each) => `<span${attributes(each, view)}>${text(each.text)}</span>`).join('')}</div>
<div><strong class="accent">${text(view.heading)}</strong>${
    view.notice === undefined ? '' : `<em>${escapeHtml(view.notice)}</em>`
  }<dl>${view.facts.map(({ label, value }) => `<div><dt>${escapeHtml(label)}</dt><dd>${bdi(value)}</dd></div>`).join('')}</dl></div></header>
<dl class="to">${pairs(view.recipient)}</dl>
<h1${attributes(view.title, view)}>${text(view.title.text)}</h1>
<dl class="about">${pairs(view.about)}</dl>
${view.opening === undefined ? '' : `<p${attributes(view.opening, view)}>${text(view.opening.text)}</p>`}
${lines(
  view.groups
    .map(
      (group) =>
        `${group.title === undefined ? '' : `<tr class="group"><td></td><td colspan="4"><span${attributes(group.title, view)}>${text(group.title.text)}</span></td></tr>`}${group.lines
          .map(line)
          .join('')}${
          group.total === undefined
            ? ''
            : `<tr class="group"><td></td><td colspan="3">${escapeHtml(view.sectionTotal)}</td><td class="n">${bdi(group.total)}</td></tr>`
        }`,
    )
    .join(''),
)}
<table class="totals"><tbody>${view.totals
    .map(
      ({ label, amount, isTotal }) =>
        `<tr${isTotal ? ' class="total"' : ''}><th scope="row">${text(label)}</th><td class="n">${bdi(amount)}</td></tr>`,
    )
    .join('')}</tbody></table>
${view.vatNote === undefined ? '' : `<p>${text(view.vatNote.text)}</p>`}
${view.extras
  .map(
    ({ heading, note, lines: extra }) =>
      `<section><h2>${escapeHtml(heading)} <small>${escapeHtml(note)}</small></h2>${lines(extra.map(line).join(''))}</section>`,
  )
  .join('\n')}
${
  view.payments.length === 0
    ? ''
    : `<section><h2>${escapeHtml(view.paymentHeading)}</h2><table>${head(view.paymentColumns, [1, 3])}<tbody>${view.payments
        .map(
          ({ label, share, due, amount }) =>
            `<tr><td${attributes(label, view)}>${text(label.text)}</td><td class="n">${bdi(share)}</td><td>${text(due)}</td><td class="n">${bdi(amount)}</td></tr>`,
        )
        .join('')}</tbody></table></section>`
}
${view.blocks
  .map(
    ({ heading, text: block }) =>
      `<section><h2>${escapeHtml(heading)}</h2><p${attributes(block, view)}>${text(block.text)}</p></section>`,
  )
  .join('\n')}
${view.footer === undefined ? '' : `<footer${attributes(view.footer, view)}>${text(view.footer.text)}</footer>`}
</article>`;
};

/** Text of another language says so, and runs its own way. */
const attributes = ({ lang }: Said, view: QuoteView): string =>
  lang === view.lang ? '' : ` lang="${lang}" dir="${lang === 'he' ? 'rtl' : 'ltr'}"`;

const picture = (id: string | undefined, alt: string, pictures: HtmlAssets['pictures'], kind: string): string => {
  const source = id === undefined ? undefined : pictures.get(id);
  return source === undefined ? '' : `<img class="${kind}" src="${escapeHtml(source)}" alt="${escapeHtml(alt)}">`;
};

const bdi = (value: string): string => (value === '' ? '' : `<bdi dir="ltr">${escapeHtml(value)}</bdi>`);

/** Escaped, with sizes, ranges and phone numbers kept from left to right, and lines kept. */
const text = (value: string): string =>
  islandsIn(value)
    .map(({ text: part, isIsland }) => (isIsland ? bdi(part) : escapeHtml(part).replaceAll('\n', '<br>')))
    .join('');

const escapeHtml = (value: string): string =>
  value
    .replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** Figures line up at their right edge in either direction, so that column alone is not logical. */
const styles = (accent: string, fonts: HtmlAssets['fonts']): string => `${
  fonts === null
    ? ''
    : `@font-face{font-family:Heebo;font-weight:400;src:url(data:font/ttf;base64,${fonts.regular})}@font-face{font-family:Heebo;font-weight:700;src:url(data:font/ttf;base64,${fonts.bold})}`
}
*{box-sizing:border-box}body{margin:0;font:400 15px/1.45 Heebo,sans-serif;color:#1c2128;background:#fff}
article{max-inline-size:52rem;margin:0 auto;padding:2rem 1.25rem}
header{display:flex;justify-content:space-between;gap:2rem;margin-block-end:1.5rem}header div{display:flex;flex-direction:column}header strong{font-size:1.3rem}header span{color:#5b6470}
.accent,h1,h2{color:${accent}}h1{font-size:1.7rem;margin:1rem 0 .25rem}h2{font-size:1.1rem;margin:1.6rem 0 .4rem}small{font-weight:400;color:#5b6470}footer{margin-block-start:2rem;padding-block-start:.75rem;border-block-start:1px solid #d5dae1;color:#5b6470;font-size:.9em}
dl{margin:0}dl div{display:flex;flex-direction:row;gap:.4rem}dt{color:#5b6470}dd{margin:0}.about{display:flex;gap:1.5rem;flex-wrap:wrap;margin-block-end:.75rem}
table{inline-size:100%;border-collapse:collapse}th,td{padding:.4rem .5rem;text-align:start;vertical-align:top;border-block-end:1px solid #d5dae1}
thead th{background:${accent};color:#fff}td p{margin:.15rem 0 0;color:#5b6470;font-size:.9em}.n{white-space:nowrap;text-align:right;font-variant-numeric:tabular-nums}
.group td{background:#f2f4f7;font-weight:700}.totals{inline-size:24rem;max-inline-size:100%;margin-block-start:1rem;margin-inline-start:auto}.totals th{font-weight:400}.total th,.total td{font-weight:700;font-size:1.15rem;border-block-start:2px solid #5b6470}
.logo{max-block-size:4.5rem;max-inline-size:14rem;align-self:flex-start}.shot{max-block-size:9rem;max-inline-size:100%;display:block;margin-block-start:.4rem}em{font-style:normal;font-weight:700}
@media print{@page{size:A4;margin:14mm}article{padding:0;max-inline-size:none}article+article{break-before:page}thead{display:table-header-group}tr,header,.totals{break-inside:avoid}h2{break-after:avoid}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
@media screen and (max-width:600px){header{flex-direction:column;gap:1rem}th,td{padding:.35rem .25rem;font-size:.9rem}}`;
