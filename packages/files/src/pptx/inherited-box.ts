import { followOne } from '../package/index.ts';
import type { PptxFile, Slide } from './pptx-file.ts';
import { type Box, type Shape, shapesOf } from './shapes.ts';

/** Where a placeholder stands that says nothing of its own: as its layout has it, else as the master does. */
export const inheritedBox = (file: PptxFile, slide: Slide, shape: Shape): Box | undefined => {
  if (!shape.placeholder || slide.layout === undefined) return undefined;
  const master = followOne(file.parts, slide.layout, 'slideMaster');
  for (const part of [slide.layout, master]) {
    if (part === undefined || !file.parts.has(part)) continue;
    const found = shapesOf(file.parts, part).find((each) => each.box && answers(shape, each));
    if (found) return found.box;
  }
  return undefined;
};

/** A slide's placeholder finds its model by index, or by type: a body on the master serves every kind of content. */
const answers = ({ placeholder: wanted }: Shape, { placeholder: offered }: Shape): boolean => {
  if (!wanted || !offered) return false;
  const kin = (type: string) =>
    type === 'ctrTitle'
      ? 'title'
      : ['obj', 'subTitle', 'chart', 'tbl', 'pic', 'dgm', 'media'].includes(type)
        ? 'body'
        : type;
  return (wanted.idx !== 0 && wanted.idx === offered.idx) || kin(wanted.type) === kin(offered.type);
};
