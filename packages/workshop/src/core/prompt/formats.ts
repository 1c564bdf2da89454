/** The formats whose look is guided, and whose writing tools are large. */
export const guidedFormats = ['xlsx', 'docx', 'pptx'] as const;
export type GuidedFormat = (typeof guidedFormats)[number];

const meant: Readonly<Record<GuidedFormat, RegExp>> = {
  xlsx: /\.xlsx|\bspreadsheets?\b|\bexcel\b|\bworkbooks?\b|\bworksheets?\b|גיליון|גיליונות|אקסל|חוברת/iu,
  docx: /\.docx|\bdocx\b|\bword (?:document|file)s?\b|מסמך|וורד/iu,
  pptx: /\.pptx|\bpptx\b|\bpowerpoint\b|\bpresentations?\b|\bslides?\b|מצגת|מצגות|שקופי/iu,
};

/** A format counts when a file has it or somebody speaks of it: when in doubt it is there. */
export const formatsFor = (
  files: readonly { readonly kind: string }[],
  texts: readonly string[],
): readonly GuidedFormat[] =>
  guidedFormats.filter(
    (format) => files.some(({ kind }) => kind === format) || texts.some((text) => meant[format].test(text)),
  );

const formatOfTool = (name: string): GuidedFormat | undefined =>
  guidedFormats.find((format) => name.startsWith(`${format}_`));

/** Where the tools alone would fill a small model, those of formats nobody has or means are left out. */
export const gatedTools = <Tool extends { readonly name: string }>(
  tools: readonly Tool[],
  formats: readonly GuidedFormat[],
  files: readonly { readonly kind: string }[],
): readonly Tool[] =>
  tools.filter(({ name }) => {
    const format = formatOfTool(name);
    if (format) return formats.includes(format);
    if (name === 'pdf_operations') return files.some(({ kind }) => kind === 'pdf');
    if (name === 'csv_operations' || name === 'table_update_from_export')
      return files.some(({ kind }) => kind === 'table' || kind === 'xlsx');
    return true;
  });
