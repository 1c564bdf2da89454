import type { Block, PrintedDocument, Section, Text } from './blocks.ts';
import { createFlow, type Flow, fitPicture, textWidth } from './flow.ts';
import { type LaidOut, type Measure, sheet } from './page.ts';
import { layTable } from './table.ts';
import { bodySize, heightOf, type Setting, setText } from './text-lines.ts';

/** Where everything of a document stands, page by page. */
export const layOut = (document: PrintedDocument, measure: Measure): LaidOut => {
  const flow = createFlow(document.accent);
  const isRtl = document.sections.some(({ direction }) => direction === 'rtl');
  const sectionOfPage: { readonly section: Section; readonly setting: Setting }[] = [];
  for (const section of document.sections) {
    const setting: Setting = { measure, direction: section.direction, pageIsRtl: isRtl };
    const parent = flow.node('Sect', null, { lang: section.lang === 'he' ? 'he-IL' : 'en' });
    flow.newPage();
    section.blocks.forEach((block, at) => {
      layBlock(block, section.blocks[at + 1], flow, setting, document.accent, parent);
    });
    while (sectionOfPage.length < flow.pages.length) sectionOfPage.push({ section, setting });
  }
  return { pages: withFeet(flow, sectionOfPage), nodes: flow.nodes, isRtl };
};

const layBlock = (
  block: Block,
  next: Block | undefined,
  flow: Flow,
  setting: Setting,
  accent: string,
  parent: number,
): void => {
  switch (block.kind) {
    case 'space':
      return flow.down(Math.min(block.points, Math.max(0, flow.room())));
    case 'heading': {
      const size = block.level === 1 ? 18 : 11.5;
      const text = { bold: true, tone: 'accent', size, ...block.text } as const;
      // A heading at the foot of a page would have lost what it heads.
      if (flow.room() < size * 1.4 + (next ? bodySize * 5 : 0)) flow.newPage();
      return layText(text, flow, setting, flow.node(block.level === 1 ? 'H1' : 'H2', parent, { text: text.text }));
    }
    case 'paragraph':
      return layText(block.text, flow, setting, flow.node('P', parent, { text: block.text.text }));
    case 'pair':
      return layPair(block, flow, setting, parent);
    case 'table':
      return layTable(block, flow, setting, accent, parent);
  }
};

const layText = (text: Text, flow: Flow, setting: Setting, node: number): void => {
  for (const line of setText(text, textWidth, setting)) {
    if (flow.room() < line.height) flow.newPage();
    flow.line(line, { start: 0, width: textWidth }, 'start', setting, node);
    flow.down(line.height);
  }
};

const gap = 16;

const layPair = (
  { start, end, logo }: Extract<Block, { readonly kind: 'pair' }>,
  flow: Flow,
  setting: Setting,
  parent: number,
): void => {
  const startWidth = textWidth * 0.58 - gap;
  const endWidth = textWidth * 0.42;
  const logoSize = logo ? fitPicture(logo, 150, 52) : undefined;
  const setColumn = (texts: readonly Text[], width: number) =>
    texts.map((text) => ({ text, lines: setText(text, width, setting) }));
  const columns = [
    {
      texts: setColumn(start, startWidth),
      box: { start: 0, width: startWidth },
      top: logoSize ? logoSize.height + 6 : 0,
    },
    { texts: setColumn(end, endWidth), box: { start: textWidth - endWidth, width: endWidth }, top: 0 },
  ] as const;
  const height = Math.max(...columns.map(({ texts, top }) => top + heightOf(texts.flatMap(({ lines }) => lines))));
  if (flow.room() < height && height <= flow.fullRoom) flow.newPage();
  if (logo && logoSize)
    flow.picture(
      logo,
      { start: 0, width: logoSize.width },
      logoSize.height,
      setting,
      flow.node('Figure', parent, { text: logo.alt }),
    );
  for (const { texts, box, top } of columns) {
    let y = flow.y() + top;
    for (const { text, lines } of texts) {
      const node = flow.node('P', parent, { text: text.text });
      for (const line of lines) {
        flow.line(line, box, 'start', setting, node, y);
        y += line.height;
      }
    }
  }
  flow.down(height);
};

const withFeet = (
  { pages }: Flow,
  sections: readonly { readonly section: Section; readonly setting: Setting }[],
): LaidOut['pages'] => {
  pages.forEach((marks, at) => {
    const found = sections[at];
    if (!found) return;
    const { section, setting } = found;
    const top = sheet.height - sheet.bottom + 14;
    const text: Text = {
      text: section.foot(at + 1, pages.length),
      size: 8,
      tone: 'muted',
      direction: section.direction,
    };
    const feet = createFlow('');
    feet.newPage();
    feet.fill({ start: 0, width: textWidth }, 0.5, '#d5dae1', setting, top - 4);
    for (const [nth, line] of setText(text, textWidth, setting).entries())
      feet.line(line, { start: 0, width: textWidth }, 'center', setting, null, top + nth * line.height);
    marks.push(...(feet.pages[0] ?? []));
  });
  return pages;
};
