import type { XmlElement } from '../package/index.ts';

/** Calls `visit` for every element below `from`, in document order. Large parts are walked often: no generators here. */
export const eachElement = (from: XmlElement, visit: (element: XmlElement) => void): void => {
  for (const node of from.children) {
    if (node.kind !== 'element') continue;
    visit(node);
    eachElement(node, visit);
  }
};

export const elementsNamed = (from: XmlElement, uri: string, local: string): XmlElement[] => {
  const found: XmlElement[] = [];
  eachElement(from, (element) => {
    if (element.local === local && element.uri === uri) found.push(element);
  });
  return found;
};
