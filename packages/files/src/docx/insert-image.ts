import { readFileSync } from 'node:fs';
import { uriLike } from '../office/strict.ts';
import { escapeXmlAttribute, ns, refuseOp, withoutIllegalCharacters } from '../package/index.ts';
import { pictureSize } from '../package/picture-size.ts';
import type { Source } from '../tools/kind-handler.ts';
import type { EditSession } from './edit-session.ts';
import { insertXml } from './paragraph-operations.ts';

const emusPerInch = 914_400;
const pixelsPerInch = 96;
const widest = 6.25;

/** A picture in a paragraph of its own. */
export const insertImage = (
  session: EditSession,
  input: { after: string; source_path: string; width_in?: number | null; alt_text: string },
  resources: Readonly<Record<string, Source>>,
): void => {
  const block = session.find(input.after);
  const source =
    resources[input.source_path] ??
    refuseOp('asset_not_found', `${input.source_path.slice(0, 80)} is not among the files.`);
  const widthPx = typeof input.width_in === 'number' ? input.width_in * pixelsPerInch : null;
  const { xml } = pictureParagraph(session, readFileSync(source.file), { alt: input.alt_text, widthPx });
  insertXml(session, session.blocks()[block.index] ?? block, xml, 'after', 1);
};

/** Puts the picture into the package and gives the paragraph that shows it, as large as it is unless that is wider than a page. */
export const pictureParagraph = (
  session: EditSession,
  bytes: Buffer,
  { alt: text, widthPx }: { readonly alt: string; readonly widthPx: number | null },
): { readonly xml: string } => {
  const picture =
    pictureSize(bytes) ?? refuseOp('unsupported_structure', 'Only png, jpeg and gif pictures can be inserted.');
  const width = widthPx === null ? Math.min(widest, picture.width / pixelsPerInch) : widthPx / pixelsPerInch;
  if (!(width > 0 && width <= 22)) refuseOp('bad_op', 'width_in is in inches, above 0 and at most 22.');
  const cx = Math.round(width * emusPerInch);
  const cy = Math.max(1, Math.round((cx * picture.height) / picture.width));

  const { pkg } = session;
  const { main } = session.file();
  const part = pkg.freshName('word/media/image', `.${picture.extension}`);
  pkg.put(part, bytes, picture.contentType);
  const { root, source } = pkg.xml(main);
  const id = pkg.relate(main, { type: `${uriLike(root, ns.relationships)}/image`, target: part });
  const shape =
    1 +
    Math.max(0, ...[...source.matchAll(/docPr\s[^>]*?\bid=["'](\d{1,9})["']/g)].map(([, digits]) => Number(digits)));
  const alt = escapeXmlAttribute(withoutIllegalCharacters(text));
  const w = session.prefix();
  const [wp, a, pic, r] = [ns.wordDrawing, ns.drawing, ns.picture, ns.relationships].map((uri) => uriLike(root, uri));
  const drawing = `<wp:inline xmlns:wp="${wp}" distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr id="${shape}" name="Picture ${shape}" descr="${alt}"/><a:graphic xmlns:a="${a}"><a:graphicData uri="${pic}"><pic:pic xmlns:pic="${pic}"><pic:nvPicPr><pic:cNvPr id="${shape}" name="Picture ${shape}" descr="${alt}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip xmlns:r="${r}" r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline>`;
  const tracked = session.track
    ? {
        open: `<${w}ins${session.trackAttributes(w)}>`,
        close: `</${w}ins>`,
        mark: `<${w}pPr><${w}rPr><${w}ins${session.trackAttributes(w)}/></${w}rPr></${w}pPr>`,
      }
    : { open: '', close: '', mark: '' };
  return {
    xml: `<${w}p>${tracked.mark}${tracked.open}<${w}r><${w}drawing>${drawing}</${w}drawing></${w}r>${tracked.close}</${w}p>`,
  };
};
