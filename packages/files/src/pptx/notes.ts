import { uriLike } from '../office/strict.ts';
import { childOf, createXmlEdit, followOne, ns, prefixFor, refuseOp } from '../package/index.ts';
import { ensureDrawingPrefix } from './drawing-prefix.ts';
import type { EditSession } from './edit-session.ts';
import type { Slide } from './pptx-file.ts';
import { shapesOf } from './shapes.ts';
import { lookOf, setBody } from './write-text.ts';

const type = (kind: string) => `application/vnd.openxmlformats-officedocument.presentationml.${kind}+xml`;
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Namespaces and relation types as the presentation around them spells them. */
const spelled = (session: EditSession) => {
  const { root } = session.pkg.xml(session.file().main);
  const uri = (name: string) => uriLike(root, name);
  return {
    root: `xmlns:a="${uri(ns.drawing)}" xmlns:r="${uri(ns.relationships)}" xmlns:p="${uri(ns.slide)}"`,
    relationships: uri(ns.relationships),
  };
};
const group =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';
const holder = (box: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Notes 2"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr><p:spPr>${box}</p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p/></p:txBody></p:sp>`;

/** What the speaker sees. A slide without a notes page gets one, and so does a presentation without a notes master. */
export const setNotes = (session: EditSession, slide: Slide, text: string): void => {
  const part = slide.notes ?? createNotes(session, slide);
  ensureDrawingPrefix(session.pkg, part);
  const body = shapesOf(session.pkg, part).find(({ placeholder }) => placeholder?.type === 'body');
  session.change(part, (edit, document) => {
    if (!body?.textBody) refuseOp('no_placeholder', `The notes page of slide ${slide.index} has no place for text.`);
    const lines = text.split(/\r\n|\r|\n/).map((line) => ({ text: line }));
    setBody(
      edit,
      document,
      body?.textBody ?? document.root,
      lines,
      lookOf(document, body?.paragraphs ?? []),
      session.warn,
    );
  });
  session.touched.add(slide.part);
};

const createNotes = (session: EditSession, slide: Slide): string => {
  const { pkg } = session;
  const { root, relationships } = spelled(session);
  const master = followOne(pkg, session.file().main, 'notesMaster') ?? createNotesMaster(session);
  const part = pkg.freshName('ppt/notesSlides/notesSlide', '.xml');
  pkg.put(
    part,
    Buffer.from(
      `${head}<p:notes ${root}><p:cSld><p:spTree>${group}${holder('')}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>`,
    ),
    type('notesSlide'),
  );
  pkg.relate(part, { type: `${relationships}/notesMaster`, target: master });
  pkg.relate(part, { type: `${relationships}/slide`, target: slide.part });
  pkg.relate(slide.part, { type: `${relationships}/notesSlide`, target: part });
  session.refresh();
  return part;
};

const createNotesMaster = (session: EditSession): string => {
  const { pkg } = session;
  const { root, relationships } = spelled(session);
  const { main, masters } = session.file();
  const part = pkg.freshName('ppt/notesMasters/notesMaster', '.xml');
  const box =
    '<a:xfrm><a:off x="685800" y="4400550"/><a:ext cx="5486400" cy="3600450"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>';
  pkg.put(
    part,
    Buffer.from(
      `${head}<p:notesMaster ${root}><p:cSld><p:spTree>${group}${holder(box)}</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/></p:notesMaster>`,
    ),
    type('notesMaster'),
  );
  // A master owns its theme; the slides' own is the natural model.
  const theme = followOne(pkg, masters[0] ?? main, 'theme');
  if (theme) {
    const copy = pkg.freshName('ppt/theme/theme', '.xml');
    pkg.put(copy, Buffer.from(pkg.bytes(theme)), 'application/vnd.openxmlformats-officedocument.theme+xml');
    pkg.relate(part, { type: `${relationships}/theme`, target: copy });
  }
  const id = pkg.relate(main, { type: `${relationships}/notesMaster`, target: part });
  const document = pkg.xml(main);
  const p = prefixFor(document.root, ns.slide) ?? 'p:';
  const edit = createXmlEdit(document);
  const list = `<${p}notesMasterIdLst><${p}notesMasterId xmlns:r="${relationships}" r:id="${id}"/></${p}notesMasterIdLst>`;
  const after = childOf(document.root, ns.slide, 'sldMasterIdLst');
  if (after) edit.insertAfter(after, list);
  else edit.prepend(document.root, list);
  pkg.put(main, edit.toBytes());
  session.refresh();
  return part;
};
