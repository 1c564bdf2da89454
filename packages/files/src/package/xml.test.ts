import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settle } from '../tools/errors.ts';
import { ns } from './namespaces.ts';
import { parseXml, parseXmlPart } from './xml.ts';
import { checkXmlChunks } from './xml-check.ts';
import { createXmlEdit } from './xml-edit.ts';
import { encodeXml } from './xml-encoding.ts';
import { attributeOf, childOf, childrenOf, textOf } from './xml-query.ts';
import { escapeXmlAttribute, escapeXmlText, unescapeXml, withoutIllegalCharacters } from './xml-text.ts';

const reasonOf = async (work: () => unknown) => {
  const result = await settle(async () => work());
  return result.ok ? 'ok' : result.error.reason;
};
// Entities are judged when a text is read, not when it is passed over.
const readText = (text: string) => {
  const document = parseXml(text);
  return textOf(document, document.root);
};
async function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const sample = `<?xml version="1.0"?>\r\n<!-- kept --><w:p xmlns:w="${ns.word}" a='1'  b = "x &amp; y"><w:r><w:t>He said &lt;no&gt;</w:t></w:r><w:e /><![CDATA[<raw>]]></w:p>\n`;

describe('parsing', () => {
  test('names resolve by URI, entities and CDATA by value', () => {
    const document = parseXml(sample);
    const run = childOf(document.root, ns.word, 'r');
    expect(attributeOf(document.root, 'b')).toBe('x & y');
    expect(textOf(document, run)).toBe('He said <no>');
    expect(textOf(document, document.root)).toBe('He said <no><raw>');
  });

  test('strict documents answer to transitional names', () => {
    const document = parseXml(
      '<x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:c/></x:worksheet>',
    );
    expect(childrenOf(document.root, ns.sheet, 'c')).toHaveLength(1);
  });

  test.each([
    ['utf-8', false],
    ['utf-8', true],
    ['utf-16le', true],
    ['utf-16be', true],
    ['utf-16le', false],
  ] as const)('a part in %s (mark %s) is written back byte for byte', (name, bom) => {
    const bytes = encodeXml('<a>שלום é 漢</a>', { name, bom });
    const document = parseXmlPart(bytes);
    expect(textOf(document, document.root)).toBe('שלום é 漢');
    expect(createXmlEdit(document).toBytes().equals(bytes)).toBe(true);
  });

  test.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'xml_dtd'],
    ['an unknown entity', '<a>&b;</a>', 'xml_malformed'],
    ['crossed tags', '<a><b></a></b>', 'xml_malformed'],
    ['no end', '<a><b>', 'xml_malformed'],
    ['a cut tag', '<a b="', 'xml_malformed'],
    ['two roots', '<a/><b/>', 'xml_malformed'],
    ['text outside', '<a/>b', 'xml_malformed'],
    ['an unbound prefix', '<x:a/>', 'xml_malformed'],
    ['depth', '<a>'.repeat(300) + '</a>'.repeat(300), 'xml_depth'],
    ['attributes', `<a ${Array.from({ length: 1001 }, (_, i) => `a${i}="1"`).join(' ')}/>`, 'xml_depth'],
  ])('%s is refused', async (_, text, reason) => {
    expect(await reasonOf(() => readText(text))).toBe(reason);
    if (!/entity|prefix|attributes|outside/.test(_))
      expect(await reasonOf(() => checkXmlChunks(pieces(text, 5)))).toBe(reason);
  });

  test('the streaming check agrees with the parser however the text is cut', async () => {
    for (let size = 1; size < 40; size++) await checkXmlChunks(pieces(sample, size));
  });
});

describe('editing', () => {
  const edited = (
    change: (edit: ReturnType<typeof createXmlEdit>, root: ReturnType<typeof parseXml>['root']) => void,
  ) => {
    const document = parseXml('<a x="1"><b/><c>t</c><d y="2" z="3"> </d></a>');
    const edit = createXmlEdit(document);
    change(edit, document.root);
    return edit.toText();
  };
  const at = (root: ReturnType<typeof parseXml>['root'], name: string) => {
    const found = childOf(root, '', name);
    if (!found) throw new Error(name);
    return found;
  };

  test('only the spans named change', () => {
    expect(edited((e, r) => e.append(at(r, 'b'), '<n/>'))).toBe('<a x="1"><b><n/></b><c>t</c><d y="2" z="3"> </d></a>');
    expect(edited((e, r) => e.setText(at(r, 'c'), '<'))).toBe('<a x="1"><b/><c>&lt;</c><d y="2" z="3"> </d></a>');
    expect(edited((e, r) => e.remove(at(r, 'c')))).toBe('<a x="1"><b/><d y="2" z="3"> </d></a>');
    expect(edited((e, r) => e.setAttribute(at(r, 'd'), 'y', null))).toBe('<a x="1"><b/><c>t</c><d z="3"> </d></a>');
    expect(edited((e, r) => e.setAttribute(at(r, 'b'), 'n', '"'))).toBe(
      '<a x="1"><b n="&quot;"/><c>t</c><d y="2" z="3"> </d></a>',
    );
    expect(
      edited((e, r) => {
        e.setAttribute(at(r, 'b'), 'n', '1');
        e.append(at(r, 'b'), '<m/>');
        e.insertBefore(at(r, 'c'), '<p/>');
        e.replace(at(r, 'c'), '<q/>');
        e.insertAfter(at(r, 'c'), '<s/>');
      }),
    ).toBe('<a x="1"><b n="1"><m/></b><p/><q/><s/><d y="2" z="3"> </d></a>');
  });

  test('any text survives escaping, minus what XML cannot hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const legal = withoutIllegalCharacters(text);
        const document = parseXml(`<a b="${escapeXmlAttribute(legal)}">${escapeXmlText(legal)}</a>`);
        expect(textOf(document, document.root)).toBe(legal);
        expect(attributeOf(document.root, 'b')).toBe(legal);
        expect(unescapeXml(escapeXmlText(legal))).toBe(legal);
      }),
    );
  });
});
