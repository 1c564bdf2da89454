import { fieldTexts } from './field-texts.ts';
import type { ToolName } from './tool-names.ts';
import { type ToolText, toolTexts } from './tool-sources.ts';

export * from './tool-names.ts';

/** Two tones of one text: `plain` tells, `firm` insists. Some models need the second. */
export type Tone = 'plain' | 'firm';

/** First layer: what a tool is for, when to call it, what to keep to, and one call to copy. */
export const toolDescription = (name: ToolName, tone: Tone = 'plain'): string => {
  const { purpose, when, rules, extra, example }: ToolText = toolTexts[name];
  return [
    purpose,
    `When: ${when}`,
    ...rules.map((rule) => (tone === 'firm' ? `- You MUST ${rule}.` : `- ${rule[0]?.toUpperCase()}${rule.slice(1)}.`)),
    ...extra,
    `Example: ${name} ${JSON.stringify(example)}`,
  ].join('\n');
};

export const toolTitle = (name: ToolName): string => toolTexts[name].title;

/** Second layer. A nested field is named by its path: `output.notesMarkdown`. */
export const fieldDescription = (name: ToolName, field: string): string => {
  const text = fieldTexts[name][field];
  if (text === undefined) throw new Error(`no description for ${name}.${field}`);
  return text;
};
