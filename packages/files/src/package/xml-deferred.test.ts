import { expect, test } from 'vitest';
import { parseXml, type XmlElement } from './xml.ts';

const rows = Array.from(
  { length: 200 },
  (_, at) => `<p n="${at}">text <b>${at}</b><!-- x --><![CDATA[<${at}>]]><p/></p>`,
);
const source = `<?xml version="1.0"?><r xmlns="urn:a" xmlns:q="urn:b">${rows.join('\n')}<q:p/></r>`;
const isRow = ({ local, parent }: XmlElement) => local === 'p' && parent?.local === 'r';

/** A tree as data: all but the way up. */
const told = ({ kind, start, end, ...node }: XmlElement | XmlElement['children'][number]): unknown => {
  if (kind === 'text' || !('children' in node)) return { kind, start, end };
  const { name, local, uri, attributes, children, openEnd, closeStart, selfClosing, parent } = node;
  return {
    kind,
    start,
    end,
    name,
    local,
    uri,
    attributes,
    openEnd,
    closeStart,
    selfClosing,
    up: parent?.start,
    in: children.map(told),
  };
};

test('content that is read again is the content that was there, however often it is asked for', () => {
  const [whole, deferred] = [parseXml(source), parseXml(source, undefined, undefined, isRow)];
  const asTold = (element: XmlElement) => ({ ...element, children: element.children }) as XmlElement;
  const all = (root: XmlElement) => root.children.map((each) => told(each.kind === 'element' ? asTold(each) : each));
  expect(all(deferred.root)).toEqual(all(whole.root));
  expect(all(deferred.root)).toEqual(all(whole.root));
});

test('content that is not held is let go once others are read', () => {
  const { root } = parseXml(source, undefined, undefined, isRow);
  const [first, ...others] = root.children.filter(
    (each) => each.kind === 'element' && each.local === 'p',
  ) as XmlElement[];
  const once = first?.children;
  expect(first?.children).toBe(once);
  for (const other of others) expect(other.children).toBeDefined();
  expect(first?.children).not.toBe(once);
});

test.each(['<r><p><b></p></b></r>', '<r><p>', '<r></p></r>', '<r><p/></r><r/>', '<r><p>&nbsp</p></r>x'])(
  'a part that is not well-formed is refused at once: %s',
  (bad) => {
    expect(() => parseXml(bad, undefined, undefined, isRow)).toThrow();
  },
);
