import {
  childOf,
  createXmlEdit,
  descendantsOf,
  escapeXmlText,
  ns,
  type PackageEdit,
  prefixFor,
  sourceOf,
  withoutIllegalCharacters,
  type XmlDocument,
  type XmlElement,
} from '../package/index.ts';
import { type TextRun, textParagraphs } from './text-body.ts';

/** Replaces words in every text of a part, across runs of one paragraph; the first matched run gives the look. */
export const replaceInPart = (
  pkg: PackageEdit,
  part: string,
  search: string,
  replacement: string,
  matchCase: boolean,
): number => {
  const document = pkg.xml(part);
  const edit = createXmlEdit(document);
  let count = 0;
  const bodies = new Set<XmlElement>();
  for (const paragraph of descendantsOf(document.root, ns.drawing, 'p'))
    if (paragraph.parent) bodies.add(paragraph.parent);
  for (const body of bodies) {
    for (const { runs } of textParagraphs(document, body)) {
      const words = runs.filter(({ textElement, isField }) => textElement && !isField);
      const texts = replaced(words, search, replacement, matchCase);
      for (const [run, text] of texts.textByRun) {
        const clean = withoutIllegalCharacters(text);
        if (/[\r\n]/.test(clean)) edit.replace(run.element, brokenRun(document, run, clean));
        else if (run.textElement) edit.setContent(run.textElement, escapeXmlText(clean));
      }
      count += insideFallback(body) ? 0 : texts.count;
    }
  }
  if (edit.changed()) pkg.put(part, edit.toBytes());
  return count;
};

/** A line break is an element between runs; the runs around it look as the one it broke. */
const brokenRun = (document: XmlDocument, { element }: TextRun, text: string): string => {
  const a = prefixFor(element, ns.drawing) ?? 'a:';
  const properties = childOf(element, ns.drawing, 'rPr');
  const look = properties ? sourceOf(document, properties) : '';
  return text
    .split(/\r\n|\r|\n/)
    .map((piece) => (piece === '' ? '' : `<${a}r>${look}<${a}t>${escapeXmlText(piece)}</${a}t></${a}r>`))
    .join(`<${a}br>${look}</${a}br>`);
};

const replaced = (runs: readonly TextRun[], search: string, replacement: string, matchCase: boolean) => {
  const fold = (text: string) =>
    matchCase
      ? text
      : [...text].map((each) => (each.toLowerCase().length === each.length ? each.toLowerCase() : each)).join('');
  const [whole, wanted] = [fold(runs.map(({ text }) => text).join('')), fold(search)];
  const starts: number[] = [];
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + wanted.length)) starts.push(at);
  const textByRun = new Map<TextRun, string>();
  if (starts.length === 0) return { count: 0, textByRun };
  let from = 0;
  for (const run of runs) {
    const to = from + run.text.length;
    let text = '';
    let at = from;
    let hit = false;
    for (const start of starts) {
      const end = start + wanted.length;
      if (end <= from || start >= to) continue;
      hit = true;
      text += run.text.slice(at - from, Math.max(start, from) - from) + (start >= from ? replacement : '');
      at = Math.min(end, to);
    }
    if (hit) textByRun.set(run, text + run.text.slice(at - from));
    from = to;
  }
  return { count: starts.length, textByRun };
};

const insideFallback = (element: XmlElement): boolean => {
  for (let at: XmlElement | undefined = element; at; at = at.parent)
    if (at.uri === ns.compatibility && at.local === 'Fallback') return true;
  return false;
};
