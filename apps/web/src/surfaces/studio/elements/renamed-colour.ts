import type { Colour, Lang } from '@atelier/contracts/studio';
import { colourNamed } from '@atelier/studio/view';

/**
 * A colour under another name. The name in the other language is of the colour it was: a client would read it. So is its
 * patch, unless somebody chose one of their own.
 */
export const renamedColour = ({ hex, ...colour }: Colour, lang: Lang, name: string): Colour => {
  const isOf = [colour.name.he, colour.name.en].some((before) => before && colourNamed(before)?.hex === hex);
  const patch = hex === undefined || isOf ? colourNamed(name)?.hex : hex;
  return { ...colour, name: { [lang]: name }, ...(patch === undefined ? {} : { hex: patch }) };
};
