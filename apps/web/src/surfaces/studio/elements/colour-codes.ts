import type { Colour } from '@atelier/contracts/studio';

type Code = 'ral' | 'pantone';
const names: Readonly<Record<Code, string>> = { ral: 'RAL', pantone: 'Pantone' };

/** The colour with another code; an emptied field has none. */
export const withCode = (colour: Colour, code: Code, typed: string): Colour => {
  const { [code]: _was, ...rest } = colour;
  return typed === '' ? rest : { ...rest, [code]: typed };
};

/** Codes as people write them, each with the name of its system once: a colour may be called by its code already. */
export const codesOf = (colour: Colour): readonly string[] =>
  (['ral', 'pantone'] as const).flatMap((code) => {
    const number = colour[code]?.trim().replace(new RegExp(`^${names[code]}\\s*`, 'i'), '') ?? '';
    const text = `${names[code]} ${number}`;
    const isItsName = [colour.name.he, colour.name.en].some(
      (name) => name?.trim().toLowerCase() === text.toLowerCase(),
    );
    return number === '' || isItsName ? [] : [text];
  });
