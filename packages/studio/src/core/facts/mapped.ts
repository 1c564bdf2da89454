import type { Json } from '@atelier/kernel/core';
import type { Colour, ElementSpec, Fact } from '../domain/entities.ts';
import { readColour, readColourCode } from '../language/colours.ts';
import { normalise, tokensOf } from '../language/normalise.ts';
import { sameValue, valueAt } from '../patch/values.ts';

/** Facts about an element that speak of one of its paths. */
const pathByKey: Readonly<Record<string, string>> = {
  color: 'colors',
  colour: 'colors',
  width: 'dims.widthMm',
  height: 'dims.heightMm',
  depth: 'dims.depthMm',
  qty: 'qty',
  quantity: 'qty',
};

export type MappedFact = { readonly path: string; readonly value: Json };

/** The path a fact is about and what would stand there; nothing for facts that are only knowledge. */
export const mappedFact = ({
  subject,
  key,
  value,
}: Pick<Fact, 'subject' | 'key' | 'value'>): MappedFact | undefined => {
  if (subject.kind !== 'element') return undefined;
  const path = pathByKey[key.replace(/^element\./, '')];
  if (!path) return undefined;
  if (path !== 'colors')
    return typeof value === 'number' && Number.isInteger(value) && value > 0 ? { path, value } : undefined;
  const colour = colourOf(value);
  return colour ? { path, value: [colour as Json] } : undefined;
};

const colourOf = (value: Json): Colour | undefined => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && 'name' in value)
    return value as unknown as Colour;
  if (Array.isArray(value)) return value[0] === undefined ? undefined : colourOf(value[0] as Json);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return (
    readColourCode(value) ??
    readColour(tokensOf(value), 0)?.colour ?? { name: /[\u05d0-\u05ea]/.test(value) ? { he: value } : { en: value } }
  );
};

/** Whether what was approved already says what the fact says. */
export const agrees = ({ path, value }: MappedFact, spec: ElementSpec): boolean => {
  if (path !== 'colors') return sameValue('element', path, valueAt(spec, path), value);
  const [said] = value as unknown as readonly Colour[];
  return spec.colors.some((colour) => said !== undefined && isSameColour(colour, said));
};

const isSameColour = (a: Colour, b: Colour): boolean =>
  (a.hex !== undefined && a.hex === b.hex) ||
  (['he', 'en'] as const).some((lang) => {
    const [one, two] = [a.name[lang], b.name[lang]];
    return one !== undefined && two !== undefined && normalise(one) === normalise(two);
  });
