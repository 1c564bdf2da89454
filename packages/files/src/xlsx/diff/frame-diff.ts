import { ns } from '../../package/namespaces.ts';
import { elementsOf, sourceOf } from '../../package/xml-query.ts';
import { unescapeXml } from '../../package/xml-text.ts';
import { columnLetters } from '../ref.ts';
import type { SheetFrame } from '../sheet-stream.ts';

/** Elements that name other parts; they go with those parts. */
export const BOUND = new Set([
  'drawing',
  'legacyDrawing',
  'legacyDrawingHF',
  'drawingHF',
  'picture',
  'oleObjects',
  'controls',
  'tableParts',
  'hyperlinks',
  'pageSetup',
  'webPublishItems',
  'customProperties',
]);
/** Bookkeeping that follows from other changes. */
const DERIVED = new Set(['sheetData', 'dimension']);

const WORDS: Readonly<Record<string, string>> = {
  sheetPr: 'sheet properties',
  sheetViews: 'view and frozen panes',
  sheetFormatPr: 'default sizes',
  cols: 'column widths',
  sheetProtection: 'protection',
  autoFilter: 'filter',
  mergeCells: 'merged cells',
  conditionalFormatting: 'conditional formats',
  dataValidations: 'validations',
  printOptions: 'print options',
  pageMargins: 'page margins',
  headerFooter: 'header and footer',
  rowBreaks: 'page breaks',
  colBreaks: 'page breaks',
  ignoredErrors: 'ignored errors',
  extLst: 'extensions',
};

export type FrameChange = {
  readonly local: string;
  readonly what: string;
  readonly before: string;
  readonly after: string;
};

/** The XML of each kind of element around the rows; several of one kind count as one. */
export const frameGroups = (frame: SheetFrame): ReadonlyMap<string, string> => {
  const groups = new Map<string, string>();
  for (const element of elementsOf(frame.document.root)) {
    if (DERIVED.has(element.local)) continue;
    const key = element.uri === ns.sheet ? element.local : `${element.uri} ${element.local}`;
    groups.set(key, (groups.get(key) ?? '') + sourceOf(frame.document, element));
  }
  return groups;
};

export const frameChanges = (before: SheetFrame, after: SheetFrame): FrameChange[] => {
  const [old, made] = [frameGroups(before), frameGroups(after)];
  return [...new Set([...old.keys(), ...made.keys()])]
    .toSorted()
    .filter((local) => old.get(local) !== made.get(local))
    .map((local) => {
      const [was, is] = [inWords(old.get(local)), inWords(made.get(local))];
      // The same cells under another rule: only the rule itself tells the sides apart.
      const [before, after] = was === is ? inFull(old.get(local) ?? '', made.get(local) ?? '') : [was, is];
      return { local, what: WORDS[local] ?? local, before, after };
    });
};

const shownLetters = 300;

/** All that two elements say, from a little before where they begin to differ. */
const inFull = (before: string, after: string): readonly [string, string] => {
  const [was, is] = [saidIn(before), saidIn(after)];
  let same = 0;
  while (same < was.length && was[same] === is[same]) same += 1;
  const from = was.lastIndexOf(' ', Math.max(0, same - 40)) + 1;
  const shown = (text: string) =>
    `${from > 0 ? '… ' : ''}${text.slice(from, from + shownLetters)}${text.length > from + shownLetters ? ' …' : ''}`;
  return [shown(was), shown(is)];
};

/** Names that only hold the file together. */
const unsaid = /^(?:xmlns(?::.*)?|count|(?:\w+:)?uid)$/;

const saidIn = (xml: string): string =>
  unescapeXml(
    xml
      .replaceAll(/<\/[^>]*>/g, ' ')
      .replaceAll(/<[\w:]+([^>]*?)\/?>/g, (_, attributes: string) =>
        [...attributes.matchAll(/\s([\w:]+)="([^"]*)"/g)]
          .flatMap(([, name = '', value = '']) => (unsaid.test(name) ? [] : [` ${name} ${value} `]))
          .join(''),
      ),
  )
    .replaceAll(/\s+/g, ' ')
    .trim();

const inWords = (xml: string | undefined): string => {
  if (xml === undefined) return 'none';
  const widths = [...xml.matchAll(/<(?:[\w-]+:)?col\s([^>]*)>/g)].map(([, attributes = '']) => columnWords(attributes));
  if (widths.length > 0) return shortened(widths);
  const refs = [...xml.matchAll(/\s(?:ref|sqref)="([^"]*)"/g)].map(([, ref]) => ref);
  const items = (xml.match(/<[\w:]+(?=[\s/>])/g) ?? []).length - 1;
  if (refs.length > 0) return shortened(refs);
  return items > 0 ? `${items} settings` : 'set';
};

const shortened = (items: readonly (string | undefined)[]): string =>
  items.slice(0, 10).join(', ') + (items.length > 10 ? ` and ${items.length - 10} more` : '');

const columnWords = (attributes: string): string => {
  const number = (name: string) => Number(new RegExp(`\\b${name}="([\\d.]+)"`).exec(attributes)?.[1] ?? 0);
  const [from, to] = [columnLetters(number('min')), columnLetters(number('max'))];
  const hidden = /\bhidden="(?:1|true)"/.test(attributes) ? ' hidden' : '';
  return `${from === to ? from : `${from}:${to}`} ${number('width')}${hidden}`;
};
