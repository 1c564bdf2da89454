import { copyPartFrom } from '../office/copy-parts.ts';
import { uriLike } from '../office/strict.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  createXmlEdit,
  followOne,
  ns,
  type PackageEdit,
  type Parts,
  prefixFor,
  sourceOf,
} from '../package/index.ts';
import type { EditSession } from './edit-session.ts';
import type { Layout, PptxFile } from './pptx-file.ts';

/** The layout as the target has it: its own twin, or a copy that comes with its master. */
export const bringLayout = (
  donor: PptxFile,
  session: EditSession,
  layout: Layout,
  settled: Map<string, string>,
): string => {
  const known = settled.get(layout.part);
  if (known !== undefined) return known;
  const { pkg } = session;
  const master = masterLike(donor, session.file(), layout.master);
  const twin =
    master !== undefined &&
    session
      .file()
      .layouts.find(
        (each) =>
          each.master === master && each.name === layout.name && sameDrawing(donor.parts, layout.part, pkg, each.part),
      );
  if (twin) {
    settled.set(layout.part, twin.part);
    return twin.part;
  }
  if (master !== undefined) settled.set(layout.master, master);
  const isNew = !settled.has(layout.master);
  const part = copyPartFrom(donor.parts, pkg, layout.part, settled, (kind) => kind !== 'slideLayout');
  const owner = settled.get(layout.master);
  if (owner === undefined) return part;
  if (isNew) listMaster(session, owner);
  listLayout(session, owner, part);
  session.refresh();
  return part;
};

/** A master that draws the same under the same theme. */
const masterLike = (donor: PptxFile, target: PptxFile, master: string): string | undefined => {
  const theme = (parts: Parts, part: string) => {
    const found = followOne(parts, part, 'theme');
    return found !== undefined && parts.has(found) ? parts.bytes(found).toString('latin1') : '';
  };
  return target.masters.find(
    (each) =>
      sameDrawing(donor.parts, master, target.parts, each) && theme(donor.parts, master) === theme(target.parts, each),
  );
};

const sameDrawing = (a: Parts, one: string, b: Parts, other: string): boolean => {
  const source = (parts: Parts, part: string) => {
    const document = parts.xml(part);
    const drawing = childOf(document.root, ns.slide, 'cSld');
    return drawing ? sourceOf(document, drawing) : '';
  };
  return source(a, one) === source(b, other);
};

const firstListId = 2_147_483_648;

/** Masters and layouts share one range of ids. */
const freeListId = (pkg: PackageEdit, session: EditSession): number => {
  const { main, masters } = session.file();
  const lists = [main, ...masters].flatMap((part) => [
    ...childrenOf(childOf(pkg.xml(part).root, ns.slide, 'sldMasterIdLst'), ns.slide, 'sldMasterId'),
    ...childrenOf(childOf(pkg.xml(part).root, ns.slide, 'sldLayoutIdLst'), ns.slide, 'sldLayoutId'),
  ]);
  return Math.max(firstListId - 1, ...lists.map((each) => Number(attributeOf(each, 'id') ?? 0) || 0)) + 1;
};

/** A copied master begins without layouts: those it listed stayed behind. */
const listMaster = (session: EditSession, master: string): void => {
  const { pkg } = session;
  const { main } = session.file();
  session.change(master, (edit, document) => {
    const list = childOf(document.root, ns.slide, 'sldLayoutIdLst');
    if (list) edit.setContent(list, '');
  });
  for (const { id, kind } of pkg.relationships(master)) if (kind === 'slideLayout') pkg.unrelate(master, id);
  const root = pkg.xml(main).root;
  const relationships = uriLike(root, ns.relationships);
  const id = pkg.relate(main, { type: `${relationships}/slideMaster`, target: master });
  const document = pkg.xml(main);
  const p = prefixFor(document.root, ns.slide) ?? 'p:';
  const item = `<${p}sldMasterId xmlns:r="${relationships}" id="${freeListId(pkg, session)}" r:id="${id}"/>`;
  const list = childOf(document.root, ns.slide, 'sldMasterIdLst');
  const edit = createXmlEdit(document);
  if (list) edit.append(list, item);
  else edit.prepend(document.root, `<${p}sldMasterIdLst>${item}</${p}sldMasterIdLst>`);
  pkg.put(main, edit.toBytes());
  session.refresh();
};

const listLayout = (session: EditSession, master: string, layout: string): void => {
  const { pkg } = session;
  const relationships = uriLike(pkg.xml(master).root, ns.relationships);
  const id = pkg.relate(master, { type: `${relationships}/slideLayout`, target: layout });
  session.change(master, (edit, document) => {
    const p = prefixFor(document.root, ns.slide) ?? 'p:';
    const item = `<${p}sldLayoutId xmlns:r="${relationships}" id="${freeListId(pkg, session)}" r:id="${id}"/>`;
    const list = childOf(document.root, ns.slide, 'sldLayoutIdLst');
    const before = childOf(document.root, ns.slide, 'clrMap');
    if (list) edit.append(list, item);
    else if (before) edit.insertAfter(before, `<${p}sldLayoutIdLst>${item}</${p}sldLayoutIdLst>`);
  });
};
