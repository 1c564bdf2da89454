import type { StyleFormat } from './style-skill.ts';

export type WorkedExample = {
  readonly title: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
};
export type Guidance = {
  readonly description: string;
  readonly principles: readonly string[];
  readonly examples: readonly WorkedExample[];
};

const xlsx: Guidance = {
  description: 'How to lay out and style workbooks so that they read well and keep working.',
  principles: [
    'Write content first, then cell styles, then structure (widths, freeze, filters), in one batch where it fits.',
    'Totals and shares are formulas, never typed numbers; keep inputs and formulas in separate columns.',
    'One header row, bold with a fill, frozen; numbers right, text left; one number format per column.',
    'Use named styles or the styles already in the file before adding new ones.',
    'Keep at most two accent colours; never carry meaning by colour alone.',
    'Widths follow the content: 10-14 for numbers, 18-40 for text with wrapping.',
  ],
  examples: [
    {
      title: 'A small summary with a total',
      tool: 'xlsx_operations',
      args: {
        path: 'budget.xlsx',
        operations: [
          { op: 'ensure_sheet', sheet: 'Summary' },
          {
            op: 'set_range',
            sheet: 'Summary',
            start: 'A1',
            values: [
              ['Item', 'Amount'],
              ['Rent', 1200],
              ['Travel', 340],
            ],
          },
          {
            op: 'set_cells',
            sheet: 'Summary',
            cells: [
              { cell: 'A4', value: 'Total' },
              { cell: 'B4', value: '=SUM(B2:B3)' },
            ],
          },
          { op: 'set_style', sheet: 'Summary', range: 'A1:B1', style: { font_bold: true, fill_color: '#DDE6F0' } },
          { op: 'set_style', sheet: 'Summary', range: 'B2:B4', style: { number_format: '#,##0.00' } },
          { op: 'freeze_panes', sheet: 'Summary', row: 1, column: 0 },
        ],
      },
    },
    {
      title: 'A rule that marks overruns',
      tool: 'xlsx_operations',
      args: {
        path: 'budget.xlsx',
        operations: [
          {
            op: 'set_conditional_format',
            sheet: 'Summary',
            range: 'B2:B3',
            kind: 'cell',
            operator: 'greater_than',
            value: 1000,
            style: { font_color: '#9C0006' },
          },
        ],
      },
    },
  ],
};

const docx: Guidance = {
  description: 'How to write and restyle documents without breaking their templates.',
  principles: [
    'Use the document’s own styles by name; direct formatting only for a word or two.',
    'Headings carry structure: one title, then levels without gaps.',
    'Read the blocks first and name them with expect, so that an edit cannot land in the wrong place.',
    'Fill placeholders with fill_placeholders; never rebuild a template paragraph by paragraph.',
    'Tables get a header row and the table style the document already uses.',
    'Pictures need an alternative text that says what they show.',
  ],
  examples: [
    {
      title: 'Fill a template',
      tool: 'docx_operations',
      args: {
        path: 'invoice.docx',
        operations: [{ op: 'fill_placeholders', values: [{ token: '{{company}}', value: 'Adler & Berg' }] }],
      },
    },
    {
      title: 'A section with a list',
      tool: 'docx_operations',
      args: {
        path: 'report.docx',
        operations: [
          {
            op: 'append_to_section',
            section: 'Results',
            paragraphs: [
              { text: 'Findings', style: 'Heading 2' },
              { text: 'Costs fell by a tenth.', style: 'List Bullet' },
              { text: 'Delivery took two days less.', style: 'List Bullet' },
            ],
          },
        ],
      },
    },
  ],
};

const pptx: Guidance = {
  description: 'How to add and edit slides so that they stay inside their template.',
  principles: [
    'Choose a layout by its purpose; fill its placeholders instead of drawing text boxes.',
    'One message per slide, said in the title; three to five bullets of one line each.',
    'Keep the fonts and colours of the theme; emphasis is bold, not a new colour.',
    'Details belong in the notes, sources on the slide.',
    'Duplicate a slide that looks right rather than rebuilding it.',
    'Pictures keep their proportions and get an alternative text.',
  ],
  examples: [
    {
      title: 'A closing slide with notes',
      tool: 'pptx_operations',
      args: {
        path: 'deck.pptx',
        operations: [
          {
            op: 'add_slide',
            layout: 'title_and_content',
            title: 'Next steps',
            body: 'Agree the budget\nBook the crew\nConfirm dates',
            notes: 'Ask for a decision today.',
          },
        ],
      },
    },
    {
      title: 'One more point on an existing slide',
      tool: 'pptx_operations',
      args: {
        path: 'deck.pptx',
        operations: [{ op: 'append_bullets', index: 2, bullets: [{ text: 'Risk: weather on day two', level: 1 }] }],
      },
    },
  ],
};

export const guidanceByFormat: Readonly<Record<StyleFormat, Guidance>> = { xlsx, docx, pptx };
