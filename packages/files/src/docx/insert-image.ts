import { readFileSync } from 'node:fs';
import { escapeXmlAttribute, ns, refuseOp, withoutIllegalCharacters } from '../package/index.ts';
import { pictureSize } from '../package/picture-size.ts';
import type { Source } from '../tools/kind-handler.ts';
import type { EditSession } from './edit-session.ts';
import { insertXml } from './paragraph-operations.ts';

const emusPerInch = 914_400;
const pixelsPerInch = 96;
const widest = 6.25;

/** A picture in a paragraph of its own, as large as it is unless that is wider than a page. */
export const insertImage = (
  session: EditSession,
  input: { after: string; source_path: string; width_in?: number | null; alt_text: string },
  resources: Readonly<Record<string, Source>>,
): void => {
  const block = session.find(input.after);
  const source =
    resources[input.source_path] ??
    refuseOp('asset_not_found', `${input.source_path.slice(0, 80)} is not among the files.`);
  const bytes = readFileSync(source.file);
  const picture =
    pictureSize(bytes) ?? refuseOp('unsupported_structure', 'Only png, jpeg and gif pictures can be inserted.');
  const width = input.width_in ?? Math.min(widest, picture.width / pixelsPerInch);
  if (!(width > 0 && width <= 22)) refuseOp('bad_op', 'width_in is in inches, above 0 and at most 22.');
  const cx = Math.round(width * emusPerInch);
  const cy = Math.max(1, Math.round((cx * picture.height) / picture.width));

  const { pkg } = session;
  const { main } = session.file();
  const part = pkg.freshName('word/media/image', `.${picture.extension}`);
  pkg.put(part, bytes, picture.contentType);
  const id = pkg.relate(main, { type: `${ns.relationships}/image`, target: part });
  const shape =
    1 +
    Math.max(
      0,
      ...[...pkg.xml(main).source.matchAll(/<\w+:docPr [^>]*?id="(\d{1,9})"/g)].map(([, digits]) => Number(digits)),
    );
  const alt = escapeXmlAttribute(withoutIllegalCharacters(input.alt_text));
  const w = session.prefix();
  const drawing = `<wp:inline xmlns:wp="${ns.wordDrawing}" distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr id="${shape}" name="Picture ${shape}" descr="${alt}"/><a:graphic xmlns:a="${ns.drawing}"><a:graphicData uri="${ns.picture}"><pic:pic xmlns:pic="${ns.picture}"><pic:nvPicPr><pic:cNvPr id="${shape}" name="Picture ${shape}" descr="${alt}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip xmlns:r="${ns.relationships}" r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline>`;
  insertXml(session, block, `<${w}p><${w}r><${w}drawing>${drawing}</${w}drawing></${w}r></${w}p>`, 'after', 1);
};
