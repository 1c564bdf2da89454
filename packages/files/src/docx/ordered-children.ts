import {
  childOf,
  elementsOf,
  ns,
  sourceOf,
  type XmlDocument,
  type XmlEdit,
  type XmlElement,
} from '../package/index.ts';

/** The order the schema demands; Word opens a wrong order only after a repair. */
export const paragraphOrder = [
  'pStyle',
  'keepNext',
  'keepLines',
  'pageBreakBefore',
  'framePr',
  'widowControl',
  'numPr',
  'suppressLineNumbers',
  'pBdr',
  'shd',
  'tabs',
  'suppressAutoHyphens',
  'kinsoku',
  'wordWrap',
  'overflowPunct',
  'topLinePunct',
  'autoSpaceDE',
  'autoSpaceDN',
  'bidi',
  'adjustRightInd',
  'snapToGrid',
  'spacing',
  'ind',
  'contextualSpacing',
  'mirrorIndents',
  'suppressOverlap',
  'jc',
  'textDirection',
  'textAlignment',
  'textboxTightWrap',
  'outlineLvl',
  'divId',
  'cnfStyle',
  'rPr',
  'sectPr',
  'pPrChange',
] as const;

/** The children of a properties element with some of them replaced or added, in the schema's order. */
export const withChildren = (
  document: XmlDocument,
  properties: XmlElement | undefined,
  made: ReadonlyMap<string, string>,
  order: readonly string[],
): string => {
  const kept = (properties ? elementsOf(properties) : []).filter(
    (each) => each.uri !== ns.word || !made.has(each.local),
  );
  const all = [
    ...kept.map((each) => ({ local: each.uri === ns.word ? each.local : '', xml: sourceOf(document, each) })),
    ...[...made].map(([local, xml]) => ({ local, xml })),
  ];
  const place = (local: string) => {
    const at = order.indexOf(local);
    return at < 0 ? order.length : at;
  };
  return all
    .map((each, at) => ({ ...each, at }))
    .toSorted((a, b) => place(a.local) - place(b.local) || a.at - b.at)
    .map(({ xml }) => xml)
    .join('');
};

/** Sets children of an element's properties, creating them as its first child where there were none. */
export const setProperties = (
  edit: XmlEdit,
  document: XmlDocument,
  owner: XmlElement,
  local: string,
  w: string,
  made: ReadonlyMap<string, string>,
  order: readonly string[],
): void => {
  if (made.size === 0) return;
  const properties = childOf(owner, ns.word, local);
  const content = withChildren(document, properties, made, order);
  if (properties) edit.setContent(properties, content);
  else edit.prepend(owner, `<${w}${local}>${content}</${w}${local}>`);
};
