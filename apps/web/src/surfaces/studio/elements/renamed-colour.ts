import type { Colour, Lang } from '@atelier/contracts/studio';

/** A colour under another name. The name in the other language is of the colour it was: a client would read it. */
export const renamedColour = (colour: Colour, lang: Lang, name: string): Colour => ({
  ...colour,
  name: { [lang]: name },
});
