import { blockElementsOf } from '../docx/block-elements.ts';
import { bodyOf, type DocxFile, openDocx } from '../docx/docx-file.ts';
import { toggleOf, valOf } from '../docx/styles.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  createPackageEdit,
  createXmlEdit,
  descendantsOf,
  ns,
  textOf,
  type XmlDocument,
  type XmlElement,
} from '../package/index.ts';
import { writeZipFile } from '../package/zip-write.ts';
import type { Source } from '../tools/kind-handler.ts';
import { hexOf, isSameColour } from './colours.ts';
import {
  createFindings,
  type Findings,
  type HiddenAnswer,
  type HiddenPlace,
  type HiddenTake,
  type HiddenWhat,
} from './finding.ts';

const white = 'FFFFFF';
/** Half-points: two points and less cannot be read. */
const tiniest = 4;

/** What a document holds that its reader does not see. With `take`, a copy without it is written to `output`. */
export const hiddenInDocx = async (source: Source, take: HiddenTake, output: string): Promise<HiddenAnswer> => {
  const { file, pkg } = await openDocx(source);
  const findings = createFindings();
  const edit = createPackageEdit(pkg);
  const blocks = blockElementsOf(bodyOf(file));
  for (const [part, placeOf] of partsOf(file, blocks)) {
    const document = pkg.xml(part);
    const change = createXmlEdit(document);
    for (const { run, what, text } of hiddenRuns(file, document, findings, placeOf)) {
      findings.add(what, placeOf(run), text);
      for (const local of ['t', 'delText'])
        for (const each of childrenOf(run, ns.word, local)) change.setText(each, '');
    }
    if (change.changed()) edit.put(part, change.toBytes());
  }
  comments(file, findings);
  if (take !== 'nothing' && edit.changed()) await writeZipFile(output, edit.items());
  return findings.answer();
};

type PlaceOf = (element: XmlElement) => HiddenPlace;

const partsOf = (file: DocxFile, blocks: readonly XmlElement[]): readonly (readonly [string, PlaceOf])[] => {
  const inBody: PlaceOf = ({ start }) => {
    const block = blocks.findIndex((each) => each.start <= start && start < each.end);
    return block < 0 ? {} : { block };
  };
  const edges = file.headersFooters.map(({ part, slot }) => [part, () => ({ part: slot })] as const);
  const notes = [file.footnotes, file.endnotes].flatMap((part) =>
    part !== undefined && file.parts.has(part) ? [[part, () => ({ part: 'footnote' as const })] as const] : [],
  );
  return [...new Map<string, PlaceOf>([[file.main, inBody], ...edges, ...notes])];
};

type HiddenRun = { readonly run: XmlElement; readonly what: HiddenWhat; readonly text: string };

const hiddenRuns = (
  file: DocxFile,
  document: XmlDocument,
  findings: Findings,
  placeOf: PlaceOf,
): readonly HiddenRun[] => {
  const found: HiddenRun[] = [];
  for (const run of descendantsOf(document.root, ns.word, 'r')) {
    const text = ['t', 'delText']
      .flatMap((local) => childrenOf(run, ns.word, local))
      .map((each) => textOf(document, each))
      .join('');
    if (text === '') continue;
    const what = whyHidden(file, run);
    if (what) found.push({ run, what, text });
    else findings.addUnseen(placeOf(run), text);
  }
  return found;
};

const whyHidden = (file: DocxFile, run: XmlElement): HiddenWhat | undefined => {
  const paragraph = above(run, 'p');
  const looks = looksOf(file, run, paragraph);
  const first = <T>(ask: (properties: XmlElement) => T | undefined): T | undefined =>
    looks.map(ask).find((each) => each !== undefined);
  if (first((each) => toggleOf(each, 'vanish')) === true) return 'hidden_text';
  if (toggleOf(childOf(above(run, 'tr'), ns.word, 'trPr'), 'hidden') === true) return 'hidden_row';
  const size = Number(first((each) => valOf(each, 'sz')));
  if (size > 0 && size <= tiniest) return 'tiny_text';
  const colour = hexOf(first((each) => valOf(each, 'color')));
  if (colour === undefined) return undefined;
  const ground = groundOf(file, run, paragraph, looks);
  return ground !== undefined && isSameColour(colour, ground) ? 'same_colour' : undefined;
};

/** What says how a run looks, the nearest first. */
const looksOf = (file: DocxFile, run: XmlElement, paragraph: XmlElement | undefined): readonly XmlElement[] => {
  const own = childOf(run, ns.word, 'rPr');
  const properties = childOf(paragraph, ns.word, 'pPr');
  const chain = (id: string | undefined): XmlElement[] => {
    const seen = new Set<string>();
    const found: XmlElement[] = [];
    for (let at = id; at !== undefined && !seen.has(at); ) {
      seen.add(at);
      const style = file.styles.byId.get(at);
      const look = childOf(style?.element, ns.word, 'rPr');
      if (look) found.push(look);
      at = style?.basedOn;
    }
    return found;
  };
  return [
    ...(own ? [own] : []),
    ...chain(valOf(own, 'rStyle')),
    ...chain(valOf(properties, 'pStyle') ?? file.styles.defaultParagraph?.id),
  ];
};

/** The colour behind a run; undefined where only drawing the page would tell. */
const groundOf = (
  file: DocxFile,
  run: XmlElement,
  paragraph: XmlElement | undefined,
  looks: readonly XmlElement[],
): string | undefined => {
  if (looks.some((each) => (valOf(each, 'highlight') ?? 'none') !== 'none')) return undefined;
  const cell = above(run, 'tc');
  const shaded = [...looks, childOf(paragraph, ns.word, 'pPr'), childOf(cell, ns.word, 'tcPr')];
  for (const each of shaded) {
    const fill = attributeOf(childOf(each, ns.word, 'shd'), 'fill', ns.word);
    if (fill !== undefined && fill !== 'auto') return hexOf(fill);
  }
  const table = cell && valOf(childOf(above(cell, 'tbl'), ns.word, 'tblPr'), 'tblStyle');
  const style = table === undefined ? undefined : file.styles.byId.get(table)?.element;
  if (style && [...descendantsOf(style, ns.word, 'shd')].length > 0) return undefined;
  return above(run, 'txbxContent') ? undefined : white;
};

const above = (element: XmlElement | undefined, local: string): XmlElement | undefined => {
  for (let at = element?.parent; at; at = at.parent) if (at.uri === ns.word && at.local === local) return at;
  return undefined;
};

const comments = (file: DocxFile, findings: Findings): void => {
  if (file.comments === undefined || !file.parts.has(file.comments)) return;
  const document = file.parts.xml(file.comments);
  for (const comment of childrenOf(document.root, ns.word, 'comment')) {
    const words = [...descendantsOf(comment, ns.word, 't')].map((each) => textOf(document, each)).join('');
    const block = anchorOf(file, attributeOf(comment, 'id', ns.word));
    findings.add('comment', block === undefined ? {} : { block }, words);
  }
};

const anchorOf = (file: DocxFile, id: string | undefined): number | undefined => {
  const root = file.parts.xml(file.main).root;
  for (const local of ['commentRangeStart', 'commentReference'])
    for (const mark of descendantsOf(root, ns.word, local)) {
      if (attributeOf(mark, 'id', ns.word) !== id) continue;
      const at = blockElementsOf(bodyOf(file)).findIndex((each) => each.start <= mark.start && mark.start < each.end);
      return at < 0 ? undefined : at;
    }
  return undefined;
};
