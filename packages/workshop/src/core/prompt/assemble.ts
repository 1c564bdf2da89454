import type { SentPart } from '@atelier/contracts';
import { err, ok, type Result } from '@atelier/kernel/core';
import { type ChatMessage, type Picture, pictureTokens } from '@atelier/models/core';
import { type ContextItem, documentStyle, situation } from '../context/items.ts';
import type { RunPart } from '../run/phases.ts';
import { promptLimit, tokensOf } from './budget.ts';
import { fenced } from './fence.ts';
import { formatsFor, type GuidedFormat, gatedTools } from './formats.ts';
import { instructionsFor } from './instructions.ts';
import { manifestText, type PromptFile, rowOf } from './manifest.ts';
import { type AskedPicture, picturesText } from './pictures.ts';
import { weightsIn } from './relevance.ts';
import { sentContext, sentFile } from './sent.ts';
import { shed } from './shed.ts';

export type Said = { readonly role: 'user' | 'assistant'; readonly text: string };

/** A part of what a phase hands to the next: the model's own words, so it stands between marks too. */
export type PayloadPart = { readonly tag: string; readonly text: string };

export type PromptTool = { readonly name: string; readonly description: string; readonly schema: unknown };

export type PromptInput = {
  readonly part: RunPart;
  readonly contextTokens: number;
  readonly files: readonly PromptFile[];
  readonly context: readonly ContextItem[];
  /** The style skill of each format, merged with a person's own where there is one. */
  readonly styles: Readonly<Partial<Record<GuidedFormat, { readonly name: string; readonly text: string }>>>;
  /** What was said before, oldest first; research and questions have it. */
  readonly conversation: readonly Said[];
  readonly payload: readonly PayloadPart[];
  readonly request: string;
  /** What this part may call. */
  readonly tools: readonly PromptTool[];
  /** What the person asks about and the model can see. */
  readonly pictures?: readonly (AskedPicture & { readonly picture: Picture })[];
};

export type PromptSizes = Readonly<
  Record<
    | 'instructions'
    | 'manifest'
    | 'content'
    | 'context'
    | 'skills'
    | 'tools'
    | 'conversation'
    | 'payload'
    | 'request'
    | 'pictures'
    | 'total'
    | 'limit',
    number
  >
>;

export type Prompt = {
  readonly messages: readonly ChatMessage[];
  /** Names of the tools that are offered. */
  readonly tools: readonly string[];
  readonly sizes: PromptSizes;
  /** By name, what of it came from the person, and what was left out. */
  readonly sent: readonly SentPart[];
};

export type PromptRefused =
  | { readonly code: 'CONTEXT_EXHAUSTED'; readonly needs: number; readonly limit: number }
  /** All but the conversation fits. */
  | { readonly code: 'CONVERSATION_TOO_LONG'; readonly room: number; readonly limit: number };

const recentMessages = 40;
/** Above this share of the limit, tools of formats that nobody has or means are left out. */
const toolShare = 0.25;

/**
 * The whole prompt of one part of a run. Pure: the same input gives the same bytes. Instructions, the row of every
 * file, context items and the person's message are never left out; where they alone are too much, nothing is sent.
 */
export const assemble = (input: PromptInput): Result<Prompt, PromptRefused> => {
  const { part, files, context, request, pictures = [] } = input;
  const limit = promptLimit(input.contextTokens);
  const said = input.conversation.slice(-recentMessages).map(({ text }) => text);
  const formats = formatsFor(files, [request, ...said]);
  const toolSize = (tools: readonly PromptTool[]): number => (tools.length === 0 ? 0 : tokensOf(JSON.stringify(tools)));
  const tools = toolSize(input.tools) > limit * toolShare ? gatedTools(input.tools, formats, files) : input.tools;

  const instructions = instructionsFor(part);
  const contextTexts = contextParts(context);
  const { own, guided } = skillsFor(input, formats);
  const skillTexts = [
    ...own
      .filter(({ category }) => category !== situation)
      .map(({ category, text }) => fenced('workbench-skill', { name: category }, text)),
    ...guided.map(({ name, text }) => fenced('workbench-skill', { name }, text)),
  ];
  const payload = input.payload.map(({ tag, text }) => fenced(tag, {}, text));
  const rows = files.map((file) => rowOf(file, { as: 'more' })).join('\n');
  const sizes = {
    instructions: tokensOf(instructions),
    manifest: tokensOf(rows),
    context: sizeOf(contextTexts),
    skills: sizeOf(skillTexts),
    tools: toolSize(tools),
    payload: sizeOf(payload),
    request: tokensOf(request),
    pictures: pictures.length * pictureTokens,
  };
  const needs = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  if (needs > limit) return err({ code: 'CONTEXT_EXHAUSTED', needs, limit });

  const shown = shed(files, weightsIn(request, said, files), { limit, left: limit - needs });
  const manifest = manifestText(files, shown);
  const content = Math.max(0, tokensOf(manifest) - sizes.manifest);
  const conversation = input.conversation.reduce((sum, { text }) => sum + tokensOf(text) + 4, 0);
  const room = limit - needs - content;
  if (conversation > room) return err({ code: 'CONVERSATION_TOO_LONG', room: Math.max(0, room), limit });

  const system = [instructions, manifest, ...contextTexts, ...skillTexts].join('\n\n');
  return ok({
    messages: [
      { role: 'system', text: system },
      ...input.conversation.map(({ role, text }): ChatMessage => ({ role, text })),
      {
        role: 'user',
        text: [...payload, ...(pictures.length > 0 ? [picturesText(pictures)] : []), request].join('\n\n'),
        ...(pictures.length > 0 && { pictures: pictures.map(({ picture }) => picture) }),
      },
    ],
    tools: tools.map(({ name }) => name),
    sizes: { ...sizes, content, conversation, total: needs + content + conversation, limit },
    sent: [
      ...files.map((file) => sentFile(file, shown.get(file.path) ?? { as: 'more' })),
      ...own.map(sentContext),
      ...guided.map(({ name, text }): SentPart => ({ what: 'style', name, tokens: tokensOf(text) })),
      ...pictures.map(({ path, page }): SentPart => ({ what: 'picture', path, page, tokens: pictureTokens })),
      ...input.payload.map(({ tag, text }): SentPart => ({ what: 'handed', name: tag, tokens: tokensOf(text) })),
      ...leftOut(input.tools, tools),
    ],
  });
};

const leftOut = (all: readonly PromptTool[], kept: readonly PromptTool[]): readonly SentPart[] => {
  const names = all.filter((tool) => !kept.includes(tool)).map(({ name }) => name);
  return names.length === 0 ? [] : [{ what: 'tools_left_out', names }];
};

const sizeOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + tokensOf(text), 0);

const contextParts = (context: readonly ContextItem[]): readonly string[] =>
  context.filter(({ category }) => category === situation).map(({ text }) => fenced('workbench-situation', {}, text));

/** A person's style stands by itself only where no skill of a format takes it up. */
const skillsFor = ({ context, styles, part }: PromptInput, formats: readonly GuidedFormat[]) => {
  const guided =
    part === 'implement' || part === 'plan' || part === 'research'
      ? formats.flatMap((format) => styles[format] ?? [])
      : [];
  const own = context.filter(({ category }) => category !== documentStyle || guided.length === 0);
  return { own, guided };
};
