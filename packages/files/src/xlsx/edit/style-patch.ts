import { z } from 'zod';

const sides = ['top', 'bottom', 'left', 'right'] as const;
const borderStyles = ['thin', 'medium', 'thick', 'dashed', 'dotted', 'double', 'none'] as const;
const patterns = [
  'none',
  'solid',
  'gray125',
  'gray0625',
  'darkGray',
  'mediumGray',
  'lightGray',
  'darkHorizontal',
  'darkVertical',
  'darkDown',
  'darkUp',
  'darkGrid',
  'darkTrellis',
  'lightHorizontal',
  'lightVertical',
  'lightDown',
  'lightUp',
  'lightGrid',
  'lightTrellis',
] as const;

export type Border = { readonly style: (typeof borderStyles)[number]; readonly color?: string };

/** What an operation asks a style to become, checked key by key; colours are `RRGGBB`. */
export type StylePatch = {
  readonly fontName?: string;
  readonly fontSize?: number;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly fontColor?: string;
  readonly fillColor?: string;
  readonly fillPattern?: (typeof patterns)[number];
  readonly numberFormat?: string;
  /** Set only where the cell has no number format of its own. */
  readonly formatIfGeneral?: string;
  readonly horizontal?: 'left' | 'center' | 'right';
  readonly vertical?: 'top' | 'center' | 'bottom';
  readonly wrap?: boolean;
  readonly indent?: number;
  readonly rotation?: number;
  readonly borders?: Readonly<Partial<Record<(typeof sides)[number], Border>>>;
  readonly namedStyle?: string;
  /** Marks a text that would otherwise look like a formula. */
  readonly quotePrefix?: boolean;
};

const color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/)
  .transform((text) => text.slice(1).toUpperCase());
const border = z.strictObject({ style: z.enum(borderStyles), color: color.nullish() });

const keys = {
  font_name: z
    .string()
    .min(1)
    .max(64)
    .transform((fontName) => ({ fontName })),
  font_size: z
    .number()
    .min(1)
    .max(409)
    .transform((fontSize) => ({ fontSize })),
  font_bold: z.boolean().transform((bold) => ({ bold })),
  font_italic: z.boolean().transform((italic) => ({ italic })),
  font_underline: z.boolean().transform((underline) => ({ underline })),
  font_strike: z.boolean().transform((strike) => ({ strike })),
  font_color: color.transform((fontColor) => ({ fontColor })),
  fill_color: color.transform((fillColor) => ({ fillColor })),
  fill_pattern: z.enum(patterns).transform((fillPattern) => ({ fillPattern })),
  number_format: z
    .string()
    .min(1)
    .max(255)
    .transform((numberFormat) => ({ numberFormat })),
  h_align: z.enum(['left', 'center', 'right']).transform((horizontal) => ({ horizontal })),
  v_align: z.enum(['top', 'center', 'bottom']).transform((vertical) => ({ vertical })),
  wrap_text: z.boolean().transform((wrap) => ({ wrap })),
  indent: z
    .number()
    .int()
    .min(0)
    .max(250)
    .transform((indent) => ({ indent })),
  rotation: z
    .number()
    .int()
    .min(-90)
    .max(90)
    .transform((rotation) => ({ rotation })),
  named_style: z
    .string()
    .min(1)
    .max(255)
    .transform((namedStyle) => ({ namedStyle })),
} as const;

export type StyleInput = Readonly<Record<string, unknown>>;

/** Keeps what is valid; each key that is not gives a warning and is left out. */
export const readStylePatch = (
  input: StyleInput,
): { readonly patch: StylePatch; readonly warnings: readonly string[] } => {
  let patch: StylePatch = {};
  const warnings: string[] = [];
  for (const [key, value] of Object.entries(input)) {
    if (value === null || value === undefined) continue;
    const side = sides.find((it) => key === `border_${it}`);
    if (side) {
      const parsed = border.safeParse(value);
      if (!parsed.success) warnings.push(`bad_style:${key}`);
      else {
        const { style, color: tint } = parsed.data;
        patch = { ...patch, borders: { ...patch.borders, [side]: tint ? { style, color: tint } : { style } } };
      }
      continue;
    }
    const schema = keys[key as keyof typeof keys];
    if (schema === undefined) warnings.push(`unknown_style_key:${key.slice(0, 40)}`);
    else {
      const parsed = schema.safeParse(value);
      if (parsed.success) patch = { ...patch, ...parsed.data };
      else warnings.push(`bad_style:${key}`);
    }
  }
  return { patch, warnings };
};
