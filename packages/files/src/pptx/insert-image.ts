import { readFileSync } from 'node:fs';
import { uriLike } from '../office/strict.ts';
import { childOf, escapeXmlAttribute, ns, refuseOp, withoutIllegalCharacters } from '../package/index.ts';
import { pictureSize } from '../package/picture-size.ts';
import type { Source } from '../tools/kind-handler.ts';
import { ensureDrawingPrefix } from './drawing-prefix.ts';
import type { EditSession } from './edit-session.ts';
import type { Slide } from './pptx-file.ts';

const emusPerInch = 914_400;

/** A picture on top of everything else on the slide; without a height it keeps its proportions. */
export const insertImage = (
  session: EditSession,
  slide: Slide,
  input: {
    source_path: string;
    left_in: number;
    top_in: number;
    width_in: number;
    height_in?: number | null;
    alt_text: string;
  },
  resources: Readonly<Record<string, Source>>,
): void => {
  const source =
    resources[input.source_path] ??
    refuseOp('asset_not_found', `${input.source_path.slice(0, 80)} is not among the files.`);
  if (!(input.width_in > 0 && input.width_in <= 56))
    refuseOp('bad_op', 'width_in is in inches, above 0 and at most 56.');
  placePicture(session, slide, readFileSync(source.file), {
    left: Math.round(input.left_in * emusPerInch),
    top: Math.round(input.top_in * emusPerInch),
    width: Math.round(input.width_in * emusPerInch),
    height: typeof input.height_in === 'number' ? Math.round(input.height_in * emusPerInch) : null,
    alt: input.alt_text,
  });
};

/** EMUs; a picture without a height keeps its shape. */
export const placePicture = (
  session: EditSession,
  slide: Slide,
  bytes: Buffer,
  place: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number | null;
    readonly alt: string;
  },
): void => {
  const { pkg } = session;
  ensureDrawingPrefix(pkg, slide.part);
  const picture =
    pictureSize(bytes) ?? refuseOp('unsupported_structure', 'Only png, jpeg and gif pictures can be inserted.');
  const part = pkg.freshName('ppt/media/image', `.${picture.extension}`);
  pkg.put(part, bytes, picture.contentType);
  const relationships = uriLike(pkg.xml(slide.part).root, ns.relationships);
  const relationship = pkg.relate(slide.part, { type: `${relationships}/image`, target: part });
  const { left, top, width } = place;
  const height = place.height ?? Math.max(1, Math.round((width * picture.height) / picture.width));
  session.change(slide.part, (edit, document) => {
    const tree =
      childOf(childOf(document.root, ns.slide, 'cSld'), ns.slide, 'spTree') ??
      refuseOp('unsupported_structure', 'The slide has no shapes to add to.');
    const ids = [...document.source.matchAll(/cNvPr\b[^>]*?\bid=["'](\d{1,9})["']/g)].map(([, digits]) =>
      Number(digits),
    );
    const id = Math.max(1, ...ids) + 1;
    const { p, a } = session.prefixes(slide.part);
    const alt = escapeXmlAttribute(withoutIllegalCharacters(place.alt));
    const xml = `<${p}pic><${p}nvPicPr><${p}cNvPr id="${id}" name="Picture ${id}" descr="${alt}"/><${p}cNvPicPr><${a}picLocks noChangeAspect="1"/></${p}cNvPicPr><${p}nvPr/></${p}nvPicPr><${p}blipFill><${a}blip xmlns:r="${relationships}" r:embed="${relationship}"/><${a}stretch><${a}fillRect/></${a}stretch></${p}blipFill><${p}spPr><${a}xfrm><${a}off x="${left}" y="${top}"/><${a}ext cx="${width}" cy="${height}"/></${a}xfrm><${a}prstGeom prst="rect"><${a}avLst/></${a}prstGeom></${p}spPr></${p}pic>`;
    const extensions = childOf(tree, ns.slide, 'extLst');
    if (extensions) edit.insertBefore(extensions, xml);
    else edit.append(tree, xml);
  });
};
