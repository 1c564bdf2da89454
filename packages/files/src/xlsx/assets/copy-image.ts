import { ns } from '../../package/namespaces.ts';
import type { Parts } from '../../package/opc.ts';
import type { XmlElement } from '../../package/xml.ts';
import { createXmlEdit } from '../../package/xml-edit.ts';
import { attributeOf, childOf, descendantsOf, elementsOf, numberOf, prefixFor } from '../../package/xml-query.ts';
import { escapeXmlAttribute } from '../../package/xml-text.ts';
import { type BookEdit, insertOrdered, SHEET_ORDER } from '../edit/book-edit.ts';
import type { SheetInfo } from '../workbook.ts';

/** A picture on a sheet: its bytes, and how it is shown. */
export type SheetPicture = {
  readonly bytes: Buffer;
  readonly type: string;
  readonly extension: string;
  readonly width: number;
  readonly height: number;
  readonly name: string;
  readonly words: string;
};

/** Pictures of a sheet in the order they were placed. */
export const picturesOn = (parts: Parts, sheet: SheetInfo): readonly SheetPicture[] => {
  const drawing = parts.relationships(sheet.part).find(({ kind }) => kind === 'drawing')?.part;
  if (drawing === undefined || !parts.has(drawing)) return [];
  const links = new Map(parts.relationships(drawing).map((it) => [it.id, it.part]));
  return elementsOf(parts.xml(drawing).root).flatMap((anchor) =>
    [...descendantsOf(anchor, ns.sheetDrawing, 'pic')].flatMap((pic): SheetPicture[] => {
      const [blip] = descendantsOf(pic, ns.drawing, 'blip');
      const media = links.get(attributeOf(blip, 'embed', ns.relationships) ?? '');
      const size = sizeOf(anchor, pic);
      if (media === undefined || !parts.has(media) || !size) return [];
      const [shown] = descendantsOf(pic, ns.sheetDrawing, 'cNvPr');
      return [
        {
          bytes: parts.bytes(media),
          type: parts.typeOf(media) ?? 'image/png',
          extension: /\.[^./]+$/.exec(media)?.[0] ?? '.png',
          ...size,
          name: attributeOf(shown, 'name') ?? 'Picture',
          words: attributeOf(shown, 'descr') ?? '',
        },
      ];
    }),
  );
};

const sizeOf = (anchor: XmlElement, pic: XmlElement): { width: number; height: number } | undefined => {
  const own = childOf(anchor, ns.sheetDrawing, 'ext');
  const [shape] = descendantsOf(pic, ns.drawing, 'xfrm');
  const ext = own ?? childOf(shape, ns.drawing, 'ext');
  const [width, height] = [numberOf(ext, 'cx') ?? 0, numberOf(ext, 'cy') ?? 0];
  return width > 0 && height > 0 ? { width, height } : undefined;
};

const DRAWING_TYPE = 'application/vnd.openxmlformats-officedocument.drawing+xml';

/** Puts a picture with its corner on a cell; the sheet gets a drawing when it has none. */
export const putPicture = async (
  edit: BookEdit,
  sheet: SheetInfo,
  at: { readonly row: number; readonly column: number },
  picture: SheetPicture,
): Promise<void> => {
  const media = edit.parts.freshName('xl/media/image', picture.extension);
  edit.parts.put(media, picture.bytes, picture.type);
  const drawing = await drawingOf(edit, sheet);
  const link = edit.parts.relate(drawing, { type: `${ns.relationships}/image`, target: media });
  const document = edit.parts.xml(drawing);
  const ids = [...descendantsOf(document.root, ns.sheetDrawing, 'cNvPr')].map((it) => numberOf(it, 'id') ?? 0);
  const id = ids.reduce((most, it) => Math.max(most, it), 1) + 1;
  const ext = `cx="${picture.width}" cy="${picture.height}"`;
  const change = createXmlEdit(document);
  change.append(
    document.root,
    `<xdr:oneCellAnchor xmlns:xdr="${ns.sheetDrawing}" xmlns:a="${ns.drawing}" xmlns:r="${ns.relationships}"><xdr:from><xdr:col>${at.column - 1}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${at.row - 1}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext ${ext}/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${id}" name="${escapeXmlAttribute(picture.name)}" descr="${escapeXmlAttribute(picture.words)}"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="${link}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${ext}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`,
  );
  edit.parts.put(drawing, change.toBytes());
  edit.effects.said(sheet.name, `picture placed on ${sheet.name}`);
};

const drawingOf = async (edit: BookEdit, sheet: SheetInfo): Promise<string> => {
  const known = edit.parts.relationships(sheet.part).find(({ kind }) => kind === 'drawing')?.part;
  if (known !== undefined) return known;
  const part = edit.parts.freshName('xl/drawings/drawing', '.xml');
  edit.parts.put(
    part,
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<xdr:wsDr xmlns:xdr="${ns.sheetDrawing}" xmlns:a="${ns.drawing}"></xdr:wsDr>`,
    ),
    DRAWING_TYPE,
  );
  const link = edit.parts.relate(sheet.part, { type: `${ns.relationships}/drawing`, target: part });
  await edit.draft(sheet).editFrame((change, root, p) => {
    const r = prefixFor(root, ns.relationships);
    const declared = r === undefined ? ` xmlns:r="${ns.relationships}"` : '';
    insertOrdered(change, root, SHEET_ORDER, 'drawing', `<${p}drawing${declared} ${r ?? 'r:'}id="${link}"/>`);
  });
  return part;
};
