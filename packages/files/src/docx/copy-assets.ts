import { readFile } from 'node:fs/promises';
import type { JsonObject } from '@atelier/kernel/core';
import { type Asset, assetId, assetsOf, unknownAsset } from '../office/assets.ts';
import { copyPartFrom } from '../office/copy-parts.ts';
import {
  attributeOf,
  createPackageEdit,
  createXmlEdit,
  descendantsOf,
  followOne,
  ns,
  openPackage,
  type PackageEdit,
  refuseOp,
  savePackage,
  type XmlElement,
} from '../package/index.ts';
import { counted } from '../tools/counted.ts';
import type { EditAnswer, EditRequest } from '../tools/kind-handler.ts';
import { blankDocx } from './blank.ts';
import { blocksOf } from './blocks.ts';
import { copyStyles } from './copy-styles.ts';
import { type DocxFile, docxOf } from './docx-file.ts';
import { createEditSession, type EditSession } from './edit-session.ts';
import { referToMargin } from './header-footer.ts';
import { pictureParagraph } from './insert-image.ts';
import { picturesOf } from './media.ts';
import { appendXml, insertXml } from './paragraph-operations.ts';
import type { Style } from './styles.ts';
import { copyable } from './styles-query.ts';

/** Copies styles, pictures, headers and the theme of one document to another: all that was asked for, or nothing. */
export const copyDocxAssets = async ({ source, args, resources, output }: EditRequest): Promise<EditAnswer> => {
  const donorSource = resources[String(args.source_path)] ?? refuseOp('asset_not_found', 'The source file is missing.');
  const donor = docxOf(openPackage(await readFile(donorSource.file)));
  const assets = assetsOf(args, copyable);
  const styles = assets.filter(({ type }) => type.endsWith('_style')).map((asset) => styleOf(donor, asset));
  const pkg = createPackageEdit(openPackage(source ? await readFile(source.file) : await blankDocx()));
  const copied = assets.map(assetId);
  const { moved: followed } = copyStyles(donor, pkg, styles);
  const session = createEditSession(pkg, false);
  for (const asset of assets) {
    if (asset.type === 'image') copyImage(donor, session, asset);
    else if (asset.type === 'header_footer') copyMargin(donor, session, asset);
    else if (asset.type === 'theme') copyTheme(donor, pkg, asset);
  }
  const facts = {
    ops_applied: assets.length,
    changes: { copied: assets.length },
    focus_hint: null,
    auto_summary: `${counted(assets.length, 'asset')} copied from ${donorSource.path}.`,
    warnings: session.warnings(),
    extra: {
      copied_count: assets.length,
      copied,
      ...(followed.length > styles.length ? { followed: followed.slice(0, 50) } : {}),
    } as JsonObject,
  };
  const { certificate } = await savePackage(pkg, output, { isNew: source === null });
  return {
    action: source === null ? 'created' : 'modified',
    ...facts,
    certificate: certificate as unknown as JsonObject,
  };
};

const styleOf = (donor: DocxFile, asset: Asset): Style => {
  const type = asset.type.slice(0, -'_style'.length);
  return (
    donor.styles.find(asset.key, type) ??
    unknownAsset(
      asset,
      donor.styles.all.filter((each) => each.type === type).map(({ name }) => `${asset.type}:${name}`),
    )
  );
};

/** Into a paragraph of its own, behind the block the target names or at the end. */
const copyImage = (donor: DocxFile, session: EditSession, asset: Asset): void => {
  const pictures = picturesOf(donor, blocksOf(donor));
  const picture =
    pictures[/^\d+$/.test(asset.key) ? Number(asset.key) : -1] ??
    pictures.find(({ name }) => name === asset.key && name !== '') ??
    unknownAsset(
      asset,
      pictures.map(({ index }) => `image:${index}`),
    );
  const part = picture.part ?? refuseOp('unsupported_structure', 'The picture is only linked, not in the document.');
  const bytes = donor.parts.bytes(part);
  const { xml } = pictureParagraph(session, bytes, { alt: picture.altText, widthPx: picture.widthPx });
  const blocks = session.blocks();
  const after = asset.target === undefined ? blocks.at(-1) : session.find(asset.target);
  if (after) insertXml(session, after, xml, 'after', 1);
  else appendXml(session, xml, 1);
};

const copyMargin = (donor: DocxFile, session: EditSession, asset: Asset): void => {
  const [slot, type = 'default', section = '0'] = asset.key.split(':');
  const found =
    donor.headersFooters.find((each) => each.slot === slot && each.type === type && String(each.section) === section) ??
    unknownAsset(
      asset,
      donor.headersFooters.map((each) => `header_footer:${each.slot}:${each.type}:${each.section}`),
    );
  const part = copyPartFrom(donor.parts, session.pkg, found.part, new Map());
  bringStyles(donor, session.pkg, part);
  referToMargin(session, { ...found, section: Number(asset.target ?? 0) }, part);
};

/** What a copied part is styled with comes along where the target has no style of that name. */
const bringStyles = (donor: DocxFile, pkg: PackageEdit, part: string): void => {
  const { root } = pkg.xml(part);
  const uses = ['pStyle', 'rStyle', 'tblStyle'].flatMap((local) => [...descendantsOf(root, ns.word, local)]);
  const idOfUse = (use: XmlElement) => attributeOf(use, 'val', ns.word) ?? '';
  const styles = new Set(uses.flatMap((use) => donor.styles.byId.get(idOfUse(use)) ?? []));
  const { idOf } = copyStyles(donor, pkg, [], [...styles]);
  const edit = createXmlEdit(pkg.xml(part));
  for (const use of uses) {
    const id = idOf.get(idOfUse(use));
    const name = use.attributes.find(({ local, uri }) => local === 'val' && uri === ns.word)?.name;
    if (id !== undefined && name !== undefined && id !== idOfUse(use)) edit.setAttribute(use, name, id);
  }
  if (edit.changed()) pkg.put(part, edit.toBytes());
};

const copyTheme = (donor: DocxFile, pkg: PackageEdit, asset: Asset): void => {
  const theme = followOne(donor.parts, donor.main, 'theme') ?? unknownAsset(asset);
  const main = docxOf(pkg).main;
  const own = followOne(pkg, main, 'theme');
  const settled = new Map<string, string>();
  const part = copyPartFrom(donor.parts, pkg, theme, settled);
  for (const { id, kind } of pkg.relationships(main)) if (kind === 'theme') pkg.unrelate(main, id);
  pkg.relate(main, { type: `${ns.relationships}/theme`, target: part });
  if (own !== undefined) pkg.dropOrphans([own]);
};
