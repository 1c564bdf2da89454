/** Runs and formats as the tools for documents and presentations take them; null and absent both mean "as it is". */
export type RunInput = {
  readonly text: string;
  readonly font_name?: string | null;
  readonly font_size?: number | null;
  readonly bold?: boolean | null;
  readonly italic?: boolean | null;
  readonly underline?: boolean | null;
  readonly font_color?: string | null;
  readonly highlight_color?: string | null;
};

export type SpacingInput = {
  readonly alignment?: string | null;
  readonly space_before?: number | null;
  readonly space_after?: number | null;
  readonly line_spacing?: number | null;
};

export type TextInput = { readonly text?: string | null; readonly runs?: readonly RunInput[] | null };

/** Says what could not be used; the rest of the request still holds. */
export type Warn = (warning: string) => void;

/** Runs win over a plain text; an empty text is no run. */
export const runsOf = ({ runs, text }: TextInput): readonly RunInput[] => runs ?? (text ? [{ text }] : []);

/** `#C00000` as `C00000`; anything else is ignored with a warning that names its key. */
export const colorOf = (key: string, written: string, warn: Warn): string | undefined => {
  const color = /^#?([0-9a-fA-F]{6})$/.exec(written)?.[1]?.toUpperCase();
  if (color === undefined) warn(`style_ignored:${key}=${written.slice(0, 20)}`);
  return color;
};

/** The word a format has for an alignment. */
export const alignmentOf = (
  written: string | null | undefined,
  words: Readonly<Record<string, string>>,
  warn: Warn,
): string | undefined => {
  if (!written) return undefined;
  const word = Object.hasOwn(words, written) ? words[written] : undefined;
  if (word === undefined) warn(`style_ignored:alignment=${written.slice(0, 20)}`);
  return word;
};
