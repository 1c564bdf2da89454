import type { Mark, Role, StructureNode } from '../../core/documents/pages/page.ts';
import { sheet } from '../../core/documents/pages/page.ts';
import type { WrittenFont } from './written-font.ts';

type TextMark = Extract<Mark, { readonly kind: 'text' }>;

export type PageContent = {
  readonly operators: string;
  /** The structure nodes of the page's marked content, by the number it was marked with. */
  readonly nodes: readonly number[];
  readonly pictures: ReadonlySet<string>;
};

type Fonts = { readonly regular: WrittenFont; readonly bold: WrittenFont };

/** One page as PDF operators. Fills come first, so that no text hides behind one. */
export const pageContent = (
  marks: readonly Mark[],
  nodes: readonly StructureNode[],
  fonts: Fonts,
  nameOfPicture: (id: string) => string | undefined,
): PageContent => {
  const out: string[] = [];
  const marked: number[] = [];
  const pictures = new Set<string>();
  let open: number | null | undefined;
  const close = (): void => {
    if (open !== undefined) out.push('EMC');
    open = undefined;
  };
  const begin = (node: number | null): void => {
    if (open === node) return;
    close();
    open = node;
    if (node === null) out.push('/Artifact BMC');
    else out.push(`/${tagOf(nodes[node]?.role)} <</MCID ${marked.push(node) - 1}>> BDC`);
  };

  begin(null);
  for (const mark of marks)
    if (mark.kind === 'fill')
      out.push(
        `${rgb(mark.colour)} rg ${n(mark.x)} ${n(sheet.height - mark.y - mark.height)} ${n(mark.width)} ${n(mark.height)} re f`,
      );
  for (const mark of marks) {
    if (mark.kind === 'text') {
      begin(mark.node);
      out.push(textOperator(mark, mark.bold ? fonts.bold : fonts.regular));
    }
    if (mark.kind === 'picture') {
      const name = nameOfPicture(mark.id);
      if (name === undefined) continue;
      begin(mark.node);
      pictures.add(name);
      out.push(
        `q ${n(mark.width)} 0 0 ${n(mark.height)} ${n(mark.x)} ${n(sheet.height - mark.y - mark.height)} cm /${name} Do Q`,
      );
    }
  }
  close();
  return { operators: out.join('\n'), nodes: marked, pictures };
};

const textOperator = (mark: TextMark, font: WrittenFont): string => {
  const start = mark.glyphs[0]?.x ?? 0;
  let pen = start;
  let array = '';
  for (const { x, shape, means } of mark.glyphs) {
    const { hex, width } = font.code(shape, means);
    const move = Math.round(((pen - x) * 1_000) / mark.size);
    array += move === 0 ? `<${hex}>` : `${move}<${hex}>`;
    pen += ((width - move) * mark.size) / 1_000;
  }
  return `BT /${mark.bold ? 'B' : 'R'} ${n(mark.size)} Tf ${rgb(mark.colour)} rg 1 0 0 1 ${n(mark.x + start)} ${n(sheet.height - mark.y)} Tm [${array}] TJ ET`;
};

const tagOf = (role: Role | undefined): string => role ?? 'P';

const n = (value: number): string => String(Math.round(value * 100) / 100);

const rgb = (colour: string): string =>
  [1, 3, 5].map((at) => n((Number.parseInt(colour.slice(at, at + 2), 16) || 0) / 255)).join(' ');
