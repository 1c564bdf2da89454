import {
  attributeOf,
  childrenOf,
  createXmlEdit,
  descendantsOf,
  elementsOf,
  ns,
  refuseOp,
  sourceOf,
  type XmlElement,
} from '../package/index.ts';
import { bodyOf } from './docx-file.ts';
import type { EditSession } from './edit-session.ts';
import { newParagraphs } from './paragraph-operations.ts';
import type { ParagraphInput } from './write-paragraph.ts';

/**
 * Replaces the body and nothing else: styles, numbering, settings, headers, footers and the page setup stay.
 * What only the old body referred to is removed and named in the answer.
 */
export const setParagraphs = (
  session: EditSession,
  { paragraphs }: { paragraphs: readonly ParagraphInput[] },
): readonly string[] => {
  if (session.track)
    refuseOp('unsupported_structure', 'A whole body cannot be replaced as a tracked change; change blocks instead.');
  const xml = newParagraphs(session, paragraphs);
  const file = session.file();
  const body = bodyOf(file);
  const document = session.pkg.xml(file.main);
  const setup = elementsOf(body).findLast(({ local, uri }) => uri === ns.word && local === 'sectPr');
  const kept = setup ? withInheritedReferences(session, sourceOf(document, setup), setup) : '';
  session.change((edit) => edit.setContent(body, `${xml}${kept}`), { kind: 'replace_all', count: paragraphs.length });
  return dropOrphans(session);
};

/** A last section without a header of its own shows the one before; that one must not vanish with the sections before. */
const withInheritedReferences = (session: EditSession, source: string, setup: XmlElement): string => {
  const document = session.pkg.xml(session.file().main);
  const has = new Set(references(setup).map(key));
  const earlier = [...descendantsOf(bodyOf(session.file()), ns.word, 'sectPr')].filter((each) => each !== setup);
  const missing = new Map<string, XmlElement>();
  for (const each of earlier.flatMap(references)) if (!has.has(key(each))) missing.set(key(each), each);
  if (missing.size === 0) return source;
  const xml = [...missing.values()].map((each) => sourceOf(document, each)).join('');
  return setup.selfClosing
    ? source.replace(/\/>$/, `>${xml}</${setup.name}>`)
    : source.replace(/^(<[^>]*>)/, `$1${xml}`);
};

const references = (setup: XmlElement): XmlElement[] => [
  ...childrenOf(setup, ns.word, 'headerReference'),
  ...childrenOf(setup, ns.word, 'footerReference'),
];
const key = (reference: XmlElement): string =>
  `${reference.local}:${attributeOf(reference, 'type', ns.word) ?? 'default'}`;

const dropOrphans = (session: EditSession): readonly string[] => {
  const { pkg } = session;
  const { main, comments, footnotes, endnotes } = session.file();
  const root = pkg.xml(main).root;
  const dropped: string[] = [];
  for (const [part, local, reference] of [
    [comments, 'comment', 'commentReference'],
    [footnotes, 'footnote', 'footnoteReference'],
    [endnotes, 'endnote', 'endnoteReference'],
  ] as const) {
    if (part === undefined) continue;
    const used = new Set([...descendantsOf(root, ns.word, reference)].map((each) => attributeOf(each, 'id', ns.word)));
    const document = pkg.xml(part);
    const edit = createXmlEdit(document);
    for (const each of childrenOf(document.root, ns.word, local)) {
      const id = attributeOf(each, 'id', ns.word);
      if (used.has(id) || (attributeOf(each, 'type', ns.word) ?? 'normal') !== 'normal') continue;
      edit.remove(each);
      dropped.push(`${local} ${id}`);
    }
    if (edit.changed()) pkg.put(part, edit.toBytes());
  }
  return [...dropped, ...dropRelations(session)];
};

/** Pictures, links and charts that nothing in the body names any more. */
const dropRelations = (session: EditSession): string[] => {
  const { pkg } = session;
  const { main } = session.file();
  const source = pkg.xml(main).source;
  const named = [
    'image',
    'hyperlink',
    'chart',
    'oleObject',
    'diagramData',
    'diagramLayout',
    'diagramColors',
    'diagramQuickStyle',
  ];
  const unused = pkg
    .relationships(main)
    .filter(({ id, kind }) => named.includes(kind) && !source.includes(`"${id}"`) && !source.includes(`'${id}'`));
  for (const { id } of unused) pkg.unrelate(main, id);
  pkg.dropOrphans(unused.flatMap(({ part }) => (part === undefined ? [] : [part])));
  return unused.map(({ kind, target }) => `${kind} ${target.slice(0, 80)}`);
};
