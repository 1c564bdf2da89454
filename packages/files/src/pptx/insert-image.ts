import { readFileSync } from 'node:fs';
import { childOf, escapeXmlAttribute, ns, refuseOp, withoutIllegalCharacters } from '../package/index.ts';
import { pictureSize } from '../package/picture-size.ts';
import type { Source } from '../tools/kind-handler.ts';
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
  const { pkg } = session;
  const source =
    resources[input.source_path] ??
    refuseOp('asset_not_found', `${input.source_path.slice(0, 80)} is not among the files.`);
  const bytes = readFileSync(source.file);
  const picture =
    pictureSize(bytes) ?? refuseOp('unsupported_structure', 'Only png, jpeg and gif pictures can be inserted.');
  if (!(input.width_in > 0 && input.width_in <= 56))
    refuseOp('bad_op', 'width_in is in inches, above 0 and at most 56.');
  const part = pkg.freshName('ppt/media/image', `.${picture.extension}`);
  pkg.put(part, bytes, picture.contentType);
  const relationship = pkg.relate(slide.part, { type: `${ns.relationships}/image`, target: part });
  const width = Math.round(input.width_in * emusPerInch);
  const height =
    typeof input.height_in === 'number'
      ? Math.round(input.height_in * emusPerInch)
      : Math.max(1, Math.round((width * picture.height) / picture.width));
  session.change(slide.part, (edit, document) => {
    const tree =
      childOf(childOf(document.root, ns.slide, 'cSld'), ns.slide, 'spTree') ??
      refuseOp('unsupported_structure', 'The slide has no shapes to add to.');
    const ids = [...document.source.matchAll(/cNvPr\b[^>]*?\bid="(\d{1,9})"/g)].map(([, digits]) => Number(digits));
    const id = Math.max(1, ...ids) + 1;
    const { p, a } = session.prefixes(slide.part);
    const alt = escapeXmlAttribute(withoutIllegalCharacters(input.alt_text));
    const xml = `<${p}pic><${p}nvPicPr><${p}cNvPr id="${id}" name="Picture ${id}" descr="${alt}"/><${p}cNvPicPr><${a}picLocks noChangeAspect="1"/></${p}cNvPicPr><${p}nvPr/></${p}nvPicPr><${p}blipFill><${a}blip xmlns:r="${ns.relationships}" r:embed="${relationship}"/><${a}stretch><${a}fillRect/></${a}stretch></${p}blipFill><${p}spPr><${a}xfrm><${a}off x="${Math.round(input.left_in * emusPerInch)}" y="${Math.round(input.top_in * emusPerInch)}"/><${a}ext cx="${width}" cy="${height}"/></${a}xfrm><${a}prstGeom prst="rect"><${a}avLst/></${a}prstGeom></${p}spPr></${p}pic>`;
    const extensions = childOf(tree, ns.slide, 'extLst');
    if (extensions) edit.insertBefore(extensions, xml);
    else edit.append(tree, xml);
  });
};
