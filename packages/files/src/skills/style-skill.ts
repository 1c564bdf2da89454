import type { ToolDefinition } from '../tools/definition.ts';
import { docxOperations } from '../tools/definitions/docx.ts';
import { pptxOperations } from '../tools/definitions/pptx.ts';
import { xlsxOperations } from '../tools/definitions/xlsx.ts';
import { capabilityCatalog } from './catalog.ts';
import { guidanceByFormat } from './guidance.ts';

export const styleFormats = ['xlsx', 'docx', 'pptx'] as const;
export type StyleFormat = (typeof styleFormats)[number];

export type StyleSkill = {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** The whole `SKILL.md`, front matter included. */
  readonly text: string;
};

export const catalogHeading = 'Tool Capability Catalog';
const version = '1';
const toolByFormat: Readonly<Record<StyleFormat, ToolDefinition>> = {
  xlsx: xlsxOperations,
  docx: docxOperations,
  pptx: pptxOperations,
};

/** The bundled skill of a format. Its catalog is made from the schema, so the two cannot differ. */
export const loadStyleSkill = (format: StyleFormat): StyleSkill => {
  const { description, principles, examples } = guidanceByFormat[format];
  const name = `${format}-style-skill`;
  const sections = [
    section(catalogHeading, capabilityCatalog(toolByFormat[format])),
    section('Formatting Principles', principles.map((each) => `- ${each}`).join('\n')),
    section(
      'Worked Examples',
      examples
        .map(({ title, tool, args }) => `${title}:\n\n\`\`\`json\n${JSON.stringify({ tool, args })}\n\`\`\``)
        .join('\n\n'),
    ),
  ];
  const front = [
    '---',
    `name: ${name}`,
    `description: ${description}`,
    'metadata:',
    '  category: format-style',
    `  version: "${version}"`,
    '---',
  ].join('\n');
  return { name, description, version, text: `${front}\n\n${sections.join('\n\n')}\n` };
};

const section = (heading: string, body: string): string => `## ${heading}\n\n${body}`;

type Section = { readonly heading: string; readonly body: string };

/**
 * The bundled skill with a person's own style over it. The catalog stays word for word; sections of the same name are
 * joined, the person's lines after ours unless they contradict them; text without headings becomes guidance. Never stored.
 */
export const mergeStyleSkill = (generic: StyleSkill, style: string): string => {
  const { front, sections } = parse(generic.text);
  const own = parse(style).sections;
  const custom = own.length === 0 ? [{ heading: 'House Style', body: style.trim() }] : own;
  const merged = sections.map((ours) => {
    const theirs = custom.find(({ heading }) => fold(heading) === fold(ours.heading));
    if (!theirs || ours.heading === catalogHeading) return ours;
    return { heading: ours.heading, body: [...withoutConflicts(ours.body, theirs.body), theirs.body].join('\n') };
  });
  const added = custom.filter(
    ({ heading, body }) => body !== '' && !sections.some((ours) => fold(ours.heading) === fold(heading)),
  );
  return `${front}${[...merged, ...added].map(({ heading, body }) => section(heading, body)).join('\n\n')}\n`;
};

const fold = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ');

const parse = (text: string): { readonly front: string; readonly sections: readonly Section[] } => {
  const [head = '', ...rest] = text.split(/^##? +/m);
  return {
    front: head,
    sections: rest.map((piece) => {
      const [heading = '', ...lines] = piece.split('\n');
      return { heading: heading.trim(), body: lines.join('\n').trim() };
    }),
  };
};

/** A line of ours gives way only to a line of theirs that speaks of nearly the same things; when in doubt both stay. */
const withoutConflicts = (ours: string, theirs: string): readonly string[] => {
  const rules = theirs
    .split('\n')
    .map(keywords)
    .filter((words) => words.size > 0);
  return ours.split('\n').filter((line) => {
    const mine = keywords(line);
    return !rules.some((words) => mine.size > 0 && overlap(mine, words) >= 0.6);
  });
};

const keywords = (line: string): ReadonlySet<string> => new Set(line.toLowerCase().match(/[a-z]{4,}/g) ?? []);

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.min(a.size, b.size);
};
