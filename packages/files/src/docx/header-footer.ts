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
import { pageSetupsOf } from './docx-file.ts';
import type { EditSession } from './edit-session.ts';
import { resolveStyle } from './resolve-style.ts';
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
    const document = pkg.xml(existing.part);
    const edit = createXmlEdit(document);
    edit.setContent(document.root, content(prefixFor(document.root, ns.word) ?? 'w:'));
    pkg.put(existing.part, edit.toBytes());
    return session.change(() => undefined);
  }
  const part = pkg.freshName(`word/${slot}`, '.xml');
  const root = slot === 'header' ? 'hdr' : 'ftr';
  pkg.put(
    part,
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:${root} xmlns:w="${ns.word}" xmlns:r="${ns.relationships}">${content('w:')}</w:${root}>`,
    ),
    `application/vnd.openxmlformats-officedocument.wordprocessingml.${slot}+xml`,
  );
  const id = pkg.relate(main, { type: `${ns.relationships}/${slot}`, target: part });
  addReference(session, setups[index], slot, type, id);
  if (type === 'even') turnOnEvenPages(session);
};

const addReference = (
  session: EditSession,
  setup: XmlElement | undefined,
  slot: string,
  type: string,
  id: string,
): void => {
  const w = session.prefix();
  session.change((edit, document) => {
    const r = prefixFor(document.root, ns.relationships);
    const declared = r === undefined ? ` xmlns:r="${ns.relationships}"` : '';
    const reference = `<${w}${slot}Reference${declared} ${w}type="${type}" ${r ?? 'r:'}id="${id}"/>`;
    if (!setup) {
      const body = childOf(document.root, ns.word, 'body');
      if (body) edit.append(body, `<${w}sectPr>${reference}</${w}sectPr>`);
      return;
    }
    edit.prepend(setup, reference);
    if (type === 'first' && !childOf(setup, ns.word, 'titlePg')) placeTitlePage(edit, setup, w);
  });
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
  const w = prefixFor(document.root, ns.word) ?? 'w:';
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
