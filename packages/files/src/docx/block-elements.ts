import { childOf, ns, refuseRead, type XmlElement } from '../package/index.ts';

const mostBlocks = 100_000;

/** The paragraphs and tables of a body in order, content controls opened. Of alternate content the first branch counts. */
export const blockElementsOf = (body: XmlElement): XmlElement[] => {
  const found: XmlElement[] = [];
  const walk = (parent: XmlElement): void => {
    for (const node of parent.children) {
      if (node.kind !== 'element') continue;
      if (node.uri === ns.compatibility && node.local === 'AlternateContent') {
        const choice = childOf(node, ns.compatibility, 'Choice') ?? childOf(node, ns.compatibility, 'Fallback');
        if (choice) walk(choice);
      } else if (node.uri === ns.word) step(node);
    }
  };
  const step = (element: XmlElement): void => {
    switch (element.local) {
      case 'p':
      case 'tbl':
        if (found.push(element) > mostBlocks) refuseRead('dimension', 'The document has more than 100,000 blocks.');
        return;
      case 'sdt': {
        const content = childOf(element, ns.word, 'sdtContent');
        if (content) walk(content);
        return;
      }
      case 'customXml':
      case 'ins':
      case 'moveTo':
        walk(element);
        return;
      default:
        return;
    }
  };
  walk(body);
  return found;
};
