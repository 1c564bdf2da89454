import { uriLike } from '../office/strict.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  createXmlEdit,
  elementsOf,
  followOne,
  ns,
  prefixFor,
  refuseOp,
  type XmlElement,
} from '../package/index.ts';
import { type HeaderFooter, pageSetupsOf } from './docx-file.ts';
import type { EditSession } from './edit-session.ts';
import { resolveStyle } from './resolve-style.ts';
import { ensureWordPrefix, wordPrefix } from './word-prefix.ts';
import { type ParagraphInput, paragraphXml } from './write-paragraph.ts';

type Input = {
  readonly slot: 'header' | 'footer';
  readonly type: 'default' | 'first' | 'even';
  readonly section?: number | null;
  readonly paragraphs: readonly ParagraphInput[];
};

/** Sets what one kind of page shows on top or at its foot, in one page section or, without one, in all that share it. */
export const setHeaderFooter = (session: EditSession, { slot, type, section, paragraphs }: Input): void => {
  const { pkg } = session;
  // Word has no tracked change for a header as a whole.
  if (session.track) session.warn('not_tracked:set_header_footer');
  const styles = paragraphs.map((input) => resolveStyle(session, input.style));
  const { main, headersFooters } = session.file();
  const setups = pageSetupsOf(pkg, main);
  const index = section ?? 0;
  if (index >= Math.max(1, setups.length))
    refuseOp('index_out_of_range', `The document has page sections 0 to ${setups.length - 1}.`);
  const existing = headersFooters.find((each) => each.slot === slot && each.type === type && each.section === index);
  const content = (w: string) =>
    paragraphs.map((input, at) => paragraphXml(w, input, styles[at], session.warn)).join('');
  if (existing) {
    const w = ensureWordPrefix(pkg, existing.part);
    const document = pkg.xml(existing.part);
    const edit = createXmlEdit(document);
    edit.setContent(document.root, content(w));
    pkg.put(existing.part, edit.toBytes());
    return session.reread();
  }
  const part = pkg.freshName(`word/${slot}`, '.xml');
  const root = slot === 'header' ? 'hdr' : 'ftr';
  const like = pkg.xml(main).root;
  pkg.put(
    part,
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:${root} xmlns:w="${uriLike(like, ns.word)}" xmlns:r="${uriLike(like, ns.relationships)}">${content('w:')}</w:${root}>`,
    ),
    `application/vnd.openxmlformats-officedocument.wordprocessingml.${slot}+xml`,
  );
  referToMargin(session, { slot, type, section: index }, part);
};

/** Makes a page section show a part on top or at the foot; what it showed before goes unless something else shows it. */
export const referToMargin = (
  session: EditSession,
  { slot, type, section }: Pick<HeaderFooter, 'slot' | 'type' | 'section'>,
  part: string,
): void => {
  const { pkg } = session;
  const { main } = session.file();
  const id = pkg.relate(main, { type: `${uriLike(pkg.xml(main).root, ns.relationships)}/${slot}`, target: part });
  const setups = pageSetupsOf(pkg, main);
  if (section >= Math.max(1, setups.length))
    refuseOp('index_out_of_range', `The document has page sections 0 to ${setups.length - 1}.`);
  const setup = setups[section];
  const known = childrenOf(setup, ns.word, `${slot}Reference`).find(
    (each) => (attributeOf(each, 'type', ns.word) ?? 'default') === type,
  );
  const w = session.prefix();
  session.change((edit, document) => {
    const written = known?.attributes.find(({ local, uri }) => local === 'id' && uri === ns.relationships);
    if (known && written) return edit.setAttribute(known, written.name, id);
    const r = prefixFor(document.root, ns.relationships);
    const declared = r === undefined ? ` xmlns:r="${uriLike(document.root, ns.relationships)}"` : '';
    const reference = `<${w}${slot}Reference${declared} ${w}type="${type}" ${r ?? 'r:'}id="${id}"/>`;
    if (!setup) {
      const body = childOf(document.root, ns.word, 'body');
      if (body) edit.append(body, `<${w}sectPr>${reference}</${w}sectPr>`);
      return;
    }
    edit.prepend(setup, reference);
    if (type === 'first' && !childOf(setup, ns.word, 'titlePg')) placeTitlePage(edit, setup, w);
  });
  const old = known && attributeOf(known, 'id', ns.relationships);
  if (old !== undefined) dropUnused(session, old);
  if (type === 'even') turnOnEvenPages(session);
};

const dropUnused = (session: EditSession, id: string): void => {
  const { pkg } = session;
  const { main } = session.file();
  const used = pageSetupsOf(pkg, main)
    .flatMap(elementsOf)
    .some((each) => attributeOf(each, 'id', ns.relationships) === id);
  const relation = pkg.relationships(main).find((each) => each.id === id);
  if (used || !relation) return;
  pkg.unrelate(main, id);
  if (relation.part !== undefined) pkg.dropOrphans([relation.part]);
  session.reread();
};

/** `w:titlePg` stands before these, after everything else of a page setup. */
const afterTitlePage = ['textDirection', 'bidi', 'rtlGutter', 'docGrid', 'printerSettings', 'sectPrChange'];

const placeTitlePage = (edit: ReturnType<typeof createXmlEdit>, setup: XmlElement, w: string): void => {
  const next = elementsOf(setup).find(({ local }) => afterTitlePage.includes(local));
  if (next) edit.insertBefore(next, `<${w}titlePg/>`);
  else edit.append(setup, `<${w}titlePg/>`);
};

const turnOnEvenPages = (session: EditSession): void => {
  const { pkg } = session;
  const settings = followOne(pkg, session.file().main, 'settings');
  if (settings === undefined) return session.warn('even_pages_not_enabled');
  const document = pkg.xml(settings);
  if (childrenOf(document.root, ns.word, 'evenAndOddHeaders').some((each) => attributeOf(each, 'val', ns.word) !== '0'))
    return;
  const w = wordPrefix(document.root) ?? prefixFor(document.root, ns.word) ?? 'w:';
  const edit = createXmlEdit(document);
  // The schema wants it after these and before everything else.
  const before = [
    'writeProtection',
    'view',
    'zoom',
    'removePersonalInformation',
    'removeDateAndTime',
    'doNotDisplayPageBoundaries',
    'displayBackgroundShape',
    'printPostScriptOverText',
    'printFractionalCharacterWidth',
    'printFormsData',
    'embedTrueTypeFonts',
    'embedSystemFonts',
    'saveSubsetFonts',
    'saveFormsData',
    'mirrorMargins',
    'alignBordersAndEdges',
    'bordersDoNotSurroundHeader',
    'bordersDoNotSurroundFooter',
    'gutterAtTop',
    'hideSpellingErrors',
    'hideGrammaticalErrors',
    'activeWritingStyle',
    'proofState',
    'formsDesign',
    'attachedTemplate',
    'linkStyles',
    'stylePaneFormatFilter',
    'stylePaneSortMethod',
    'documentType',
    'mailMerge',
    'revisionView',
    'trackRevisions',
    'doNotTrackMoves',
    'doNotTrackFormatting',
    'documentProtection',
    'autoFormatOverride',
    'styleLockTheme',
    'styleLockQFSet',
    'defaultTabStop',
    'autoHyphenation',
    'consecutiveHyphenLimit',
    'hyphenationZone',
    'doNotHyphenateCaps',
    'showEnvelope',
    'summaryLength',
    'clickAndTypeStyle',
    'defaultTableStyle',
  ];
  const last = elementsOf(document.root).findLast(({ local }) => before.includes(local));
  if (last) edit.insertAfter(last, `<${w}evenAndOddHeaders/>`);
  else edit.prepend(document.root, `<${w}evenAndOddHeaders/>`);
  pkg.put(settings, edit.toBytes());
};
