import { readFile } from 'node:fs/promises';
import {
  attributeOf,
  childOf,
  childrenOf,
  flagOf,
  followOne,
  ns,
  type OpcPackage,
  openPackage,
  type Parts,
  refuseRead,
} from '../package/index.ts';
import type { Source } from '../tools/kind-handler.ts';

/** A presentation's slides in the order they are shown, which is not the order of their part names. */
export type PptxFile = {
  readonly parts: Parts;
  readonly main: string;
  readonly slides: readonly Slide[];
  readonly layouts: readonly Layout[];
  readonly masters: readonly string[];
  /** EMUs. */
  readonly size: { readonly width: number; readonly height: number };
};

export type Slide = {
  readonly index: number;
  /** Kept for life, whatever the slide's place: `p:sldId/@id`. */
  readonly slideId: string;
  readonly relationship: string;
  readonly part: string;
  readonly layout: string | undefined;
  readonly notes: string | undefined;
  readonly hidden: boolean;
};

export type Layout = {
  readonly index: number;
  readonly part: string;
  readonly name: string;
  /** `title`, `obj`, `secHead`, … as the file says; absent for a custom one. */
  readonly type: string | undefined;
  readonly master: string;
};

export const openPptx = async (source: Source): Promise<{ readonly file: PptxFile; readonly pkg: OpcPackage }> => {
  const pkg = openPackage(await readFile(source.file), { tolerateBadCrc: true });
  return { pkg, file: pptxOf(pkg) };
};

const mostSlides = 5_000;
const standardSize = { width: 9_144_000, height: 6_858_000 };

export const pptxOf = (parts: Parts): PptxFile => {
  const main = followOne(parts, '', 'officeDocument') ?? refuseRead('damaged', 'The package has no presentation.');
  const root = parts.xml(main).root;
  const byId = new Map(parts.relationships(main).map((each) => [each.id, each.part]));
  const listed = (list: string, item: string) =>
    childrenOf(childOf(root, ns.slide, list), ns.slide, item).flatMap((element) => {
      const relationship = attributeOf(element, 'id', ns.relationships) ?? '';
      const part = byId.get(relationship);
      return part !== undefined && parts.has(part) ? [{ element, relationship, part }] : [];
    });
  const slides = listed('sldIdLst', 'sldId');
  if (slides.length > mostSlides) refuseRead('dimension', 'The presentation has more than 5,000 slides.');
  const masters = listed('sldMasterIdLst', 'sldMasterId').map(({ part }) => part);
  const size = childOf(root, ns.slide, 'sldSz');
  return {
    parts,
    main,
    masters,
    layouts: masters.flatMap((master) => layoutsOf(parts, master)).map((layout, index) => ({ ...layout, index })),
    slides: slides.map(({ element, relationship, part }, index) => ({
      index,
      slideId: attributeOf(element, 'id') ?? '',
      relationship,
      part,
      layout: followOne(parts, part, 'slideLayout'),
      notes: followOne(parts, part, 'notesSlide'),
      hidden: !flagOf(parts.xml(part).root, 'show', true),
    })),
    size: {
      width: Number(attributeOf(size, 'cx') ?? standardSize.width),
      height: Number(attributeOf(size, 'cy') ?? standardSize.height),
    },
  };
};

const layoutsOf = (parts: Parts, master: string): Omit<Layout, 'index'>[] => {
  const byId = new Map(parts.relationships(master).map((each) => [each.id, each.part]));
  const list = childOf(parts.xml(master).root, ns.slide, 'sldLayoutIdLst');
  return childrenOf(list, ns.slide, 'sldLayoutId').flatMap((element) => {
    const part = byId.get(attributeOf(element, 'id', ns.relationships) ?? '');
    if (part === undefined || !parts.has(part)) return [];
    const root = parts.xml(part).root;
    return [
      {
        part,
        master,
        name: attributeOf(childOf(root, ns.slide, 'cSld'), 'name') ?? '',
        type: attributeOf(root, 'type'),
      },
    ];
  });
};
