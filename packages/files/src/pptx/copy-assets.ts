import { readFile } from 'node:fs/promises';
import type { JsonObject } from '@atelier/kernel/core';
import { type Asset, assetId, assetsOf, unknownAsset } from '../office/assets.ts';
import { copyPartFrom } from '../office/copy-parts.ts';
import {
  attributeOf,
  createPackageEdit,
  createXmlEdit,
  elementsOf,
  followOne,
  ns,
  openPackage,
  refuseOp,
  savePackage,
  type XmlElement,
} from '../package/index.ts';
import { counted } from '../tools/counted.ts';
import type { EditAnswer, EditRequest } from '../tools/kind-handler.ts';
import { blankPptx } from './blank.ts';
import { bringLayout } from './copy-layout.ts';
import { copyTextStyle } from './copy-text-style.ts';
import { createEditSession, type EditSession } from './edit-session.ts';
import { placePicture } from './insert-image.ts';
import { notesText } from './map.ts';
import { setNotes } from './notes.ts';
import { type PptxFile, pptxOf } from './pptx-file.ts';
import { type Shape, shapesOf } from './shapes.ts';
import { listSlide } from './slide-list.ts';
import { copyable } from './styles-query.ts';

/** Copies text styles, pictures, layouts, themes and slides: all that was asked for, or nothing. */
export const copyPptxAssets = async ({ source, args, resources, output }: EditRequest): Promise<EditAnswer> => {
  const donorSource = resources[String(args.source_path)] ?? refuseOp('asset_not_found', 'The source file is missing.');
  const donor = pptxOf(openPackage(await readFile(donorSource.file)));
  const assets = assetsOf(args, copyable);
  const pkg = createPackageEdit(openPackage(source ? await readFile(source.file) : await blankPptx()));
  const session = createEditSession(pkg);
  const settled = new Map<string, string>();
  for (const asset of assets) copyOne(donor, session, asset, settled);
  const { certificate } = await savePackage(pkg, output, { isNew: source === null });
  return {
    action: source === null ? 'created' : 'modified',
    ops_applied: assets.length,
    changes: { copied: assets.length },
    focus_hint: null,
    auto_summary: `${counted(assets.length, 'asset')} copied from ${donorSource.path}.`,
    warnings: session.warnings(),
    extra: { copied_count: assets.length, copied: assets.map(assetId) } as JsonObject,
    certificate: certificate as unknown as JsonObject,
  };
};

const copyOne = (donor: PptxFile, session: EditSession, asset: Asset, settled: Map<string, string>): void => {
  switch (asset.type) {
    case 'layout': {
      const layout =
        donor.layouts.find(({ name }) => name === asset.key) ??
        donor.layouts[/^\d+$/.test(asset.key) ? Number(asset.key) : -1] ??
        unknownAsset(
          asset,
          donor.layouts.map(({ name }) => `layout:${name}`),
        );
      bringLayout(donor, session, layout, settled);
      return;
    }
    case 'theme':
      return copyTheme(donor, session, asset);
    case 'slide':
      return copySlide(donor, session, asset, settled);
    case 'image':
      return copyImage(donor, session, asset);
    default: {
      const { part, shape } = shapeAt(donor, asset);
      return copyTextStyle(session, { document: donor.parts.xml(part), shape }, asset);
    }
  }
};

/** `slide:shape` of the donor. */
const shapeAt = (donor: PptxFile, asset: Asset): { readonly part: string; readonly shape: Shape } => {
  const [slideIndex, shapeId] = asset.key.split(':').map(Number);
  const slide = donor.slides[slideIndex ?? -1];
  const shape = slide && shapesOf(donor.parts, slide.part).find(({ id }) => id === shapeId);
  return slide && shape ? { part: slide.part, shape } : unknownAsset(asset);
};

const copyTheme = (donor: PptxFile, session: EditSession, asset: Asset): void => {
  const { pkg } = session;
  const from = donor.masters[asset.key === '' ? 0 : Number(asset.key)];
  const theme = (from !== undefined && followOne(donor.parts, from, 'theme')) || unknownAsset(asset);
  const { masters } = session.file();
  const master =
    masters[Number(asset.target ?? 0)] ??
    refuseOp('index_out_of_range', `The presentation has masters 0 to ${masters.length - 1}.`);
  const own = pkg.relationships(master).find(({ kind }) => kind === 'theme');
  const part = copyPartFrom(donor.parts, pkg, theme, new Map());
  if (own) pkg.unrelate(master, own.id);
  pkg.relate(master, { type: own?.type ?? `${ns.relationships}/theme`, target: part });
  if (own?.part !== undefined) pkg.dropOrphans([own.part]);
  session.refresh();
};

const copyImage = (donor: PptxFile, session: EditSession, asset: Asset): void => {
  const { shape } = shapeAt(donor, asset);
  const picture =
    shape.picture !== undefined && donor.parts.has(shape.picture)
      ? shape.picture
      : refuseOp('unsupported_structure', `Shape s${shape.id} holds no picture.`);
  const slide = session.slide(Number(asset.target ?? 0));
  const box = shape.box ?? { left: 0, top: 0, width: 1_828_800, height: 1_371_600 };
  placePicture(session, slide, donor.parts.bytes(picture), { ...box, alt: shape.altText });
};

/** With its layout, its charts and pictures and its notes; links to slides that stay behind are taken off. */
const copySlide = (donor: PptxFile, session: EditSession, asset: Asset, settled: Map<string, string>): void => {
  const slide = donor.slides[/^\d+$/.test(asset.key) ? Number(asset.key) : -1] ?? unknownAsset(asset);
  const count = session.file().slides.length;
  const position = asset.target === undefined ? count : Number(asset.target);
  if (!(position >= 0 && position <= count)) refuseOp('index_out_of_range', `A slide can be put at 0 to ${count}.`);
  const layout =
    donor.layouts.find(({ part }) => part === slide.layout) ??
    refuseOp('unsupported_structure', 'The slide has no layout to go by.');
  const own = new Map([[layout.part, bringLayout(donor, session, layout, settled)]]);
  const left = ['slide', 'notesSlide', 'comments', 'slideLayout'];
  const part = copyPartFrom(donor.parts, session.pkg, slide.part, own, (kind) => !left.includes(kind));
  dropDeadLinks(session, part);
  listSlide(session, part, position);
  session.touched.add(part);
  const notes = notesText(donor.parts, slide);
  const listed = session.file().slides.find((each) => each.part === part);
  if (notes !== '' && listed) setNotes(session, listed, notes);
};

const dropDeadLinks = (session: EditSession, part: string): void => {
  const { pkg } = session;
  const alive = new Set(pkg.relationships(part).map(({ id }) => id));
  const document = pkg.xml(part);
  const edit = createXmlEdit(document);
  const walk = (element: XmlElement): void => {
    for (const each of elementsOf(element)) {
      const id = attributeOf(each, 'id', ns.relationships);
      if (each.local.startsWith('hlink') && id !== undefined && id !== '' && !alive.has(id)) edit.remove(each);
      else walk(each);
    }
  };
  walk(document.root);
  if (edit.changed()) pkg.put(part, edit.toBytes());
};
