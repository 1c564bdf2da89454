import type { Because, FileKind, SentPart } from '@atelier/contracts';
import { err, type Json, ok, type Result } from '@atelier/kernel/core';
import { activeTree, stampNow } from '../../core/bench.ts';
import { card } from '../../core/cards.ts';
import { clutterOf } from '../../core/clutter.ts';
import { type ContextNotice, documentStyle, readContext } from '../../core/context/items.ts';
import type { ContentId } from '../../core/ids.ts';
import {
  assemble,
  type PayloadPart,
  type Prompt,
  type PromptInput,
  type PromptTool,
  type Said,
} from '../../core/prompt/assemble.ts';
import { bytesOf, promptLimit, tokensOf } from '../../core/prompt/budget.ts';
import { formatsFor, type GuidedFormat } from '../../core/prompt/formats.ts';
import type { PromptFile } from '../../core/prompt/manifest.ts';
import { type AskedPicture, questionsLookedBack, withCarried } from '../../core/prompt/pictures.ts';
import { type RunPart, toolsOf } from '../../core/run/phases.ts';
import { familyOf } from '../../view/file-kinds.ts';
import { readTree } from '../trees.ts';
import type { BenchWork } from './bench-work.ts';
import { compressTalk, keptWords, summarySaid } from './compression.ts';
import type { PauseCause } from './ending.ts';
import { gatherFiles } from './materials.ts';
import { drawPictures, picturesAsked, type SeenPicture } from './pictures.ts';

export type PartOfPrompt = {
  readonly part: RunPart;
  readonly item?: number;
  readonly payload: readonly PayloadPart[];
  /** Research and questions are told what was said before. */
  readonly withTalk?: boolean;
  /** Words that may name pictures to look at. */
  readonly looksAt?: string;
};

/** The prompt of one part of a run, recorded by its sizes and hash before it is sent. */
export const promptFor = async (
  work: BenchWork,
  { part, item, payload, withTalk = false, looksAt }: PartOfPrompt,
): Promise<Result<Prompt, PauseCause>> => {
  const { deps, runId } = work;
  const bench = await work.bench();
  const tree = work.staging.now().tree ?? activeTree(bench);
  const files = await gatherFiles(deps.content, tree, work.files, work.talk.request);
  if (!files.ok) return err({ code: 'MANIFEST_UNAVAILABLE', message: lostText(files.error.paths) });
  const context = await contextOf(work);
  const before = withTalk ? await talkBefore(work) : [];
  const said = [work.talk.request, ...before.slice(-40).map(({ text }) => text)];
  const input: PromptInput = {
    part,
    contextTokens: work.model.entry.contextTokens,
    files: files.value,
    context: context.items,
    styles: await stylesFor(work, files.value, said, context.style),
    conversation: before,
    payload,
    request: work.talk.request,
    tools: toolsFor(work, part),
    pictures: looksAt === undefined ? [] : await picturesFor(work, tree, files.value, looksAt, withTalk),
  };
  const made = await fitted(work, input, withTalk && isCluttered(work, files.value, context.items));
  if (!made.ok) return made;
  await tell(work, context.notices);
  const hash = `sha256:${deps.sha256(JSON.stringify([made.value.messages, made.value.tools]))}`;
  const { sizes, told, sent } = made.value;
  const unreadable = context.notices.map(({ about }): SentPart => {
    return { what: 'context', name: about, tokens: 0, isUnreadable: true };
  });
  const partsId = await work.keep(JSON.stringify([...sent, ...unreadable]));
  await work.say({
    kind: 'run.prompted',
    runId,
    phase: part,
    ...(item && { item }),
    hash,
    sizes: { ...sizes },
    ...(withTalk && { told }),
    partsId,
    holds: [partsId],
  });
  return made;
};

/**
 * A model that cannot see is given none: the person was told so before the message was sent. Who asks on about a picture
 * does not name it again, so those of the last questions go with what is told of them.
 */
const picturesFor = async (
  { model, files, deps, talk }: BenchWork,
  tree: ContentId,
  present: readonly PromptFile[],
  text: string,
  withTalk: boolean,
): Promise<readonly SeenPicture[]> => {
  if (!model.entry.vision) return [];
  const paths = present.map(({ path }) => path);
  const askedIn = (said: string) => picturesAsked(async () => files, paths, said);
  const questions = withTalk ? talk.before.filter(({ role }) => role === 'user').slice(-questionsLookedBack) : [];
  const before: AskedPicture[] = [];
  for (const question of questions.toReversed()) before.push(...(await askedIn(question.text)));
  const asked = withCarried(await askedIn(text), before, promptLimit(model.entry.contextTokens));
  return asked.length === 0 ? [] : drawPictures({ content: deps.content, files }, tree, asked);
};

/** How much of the conversation goes word for word, and how many messages a summary stands for. */
type Told = { readonly messages: number; readonly summarised: number };

/** A conversation that does not fit is summarised, once; what still does not fit is refused before anything is sent. */
const fitted = async (
  work: BenchWork,
  input: PromptInput,
  isCluttered: boolean,
): Promise<Result<Prompt & { readonly told: Told }, PauseCause>> => {
  const { before, covered } = work.talk;
  const told = (prompt: Prompt, conversation: readonly Said[], messages: number) => {
    const summarised = covered + before.length - messages;
    // The summary stands before what it leads up to.
    const summary: SentPart = { what: 'summary', messages: summarised, tokens: tokensOf(conversation[0]?.text ?? '') };
    const sent = summarised > 0 && conversation.length > 0 ? [...prompt.sent, summary] : prompt.sent;
    return ok({ ...prompt, sent, told: { messages, summarised } });
  };
  const made = assemble(input);
  if (made.ok && !isCluttered) return told(made.value, input.conversation, before.length);
  if (!made.ok && made.error.code === 'CONTEXT_EXHAUSTED')
    return err(exhausted(work, made.error.needs, made.error.limit));
  const limit = made.ok ? made.value.sizes.limit : made.error.limit;
  const shorter = await compressTalk(work);
  if (!shorter.ok) return shorter;
  const conversation = shorter.value?.conversation;
  const again = conversation && assemble({ ...input, conversation });
  if (conversation && again?.ok) return told(again.value, conversation, keptWords);
  return made.ok ? told(made.value, input.conversation, before.length) : err(exhausted(work, limit + 1, limit));
};

/** The meter a person sees is above this: the oldest part of the conversation makes room before anything is too much. */
const tooFull = 0.85;

const isCluttered = (
  { talk, model }: BenchWork,
  files: readonly PromptFile[],
  context: readonly { readonly text: string }[],
): boolean =>
  clutterOf({
    files: files.map(({ kind, sizeBytes: bytes }) => ({ family: familyOf[kind as FileKind] ?? 'opaque', bytes })),
    conversationChars: talk.before.reduce((sum, { text }) => sum + text.length, talk.request.length),
    contextBytes: context.reduce((sum, { text }) => sum + bytesOf(text), 0),
    contextTokens: model.entry.contextTokens,
  }).score > tooFull;

const exhausted = ({ model }: BenchWork, needs: number, limit: number): Because => ({
  code: 'CONTEXT_EXHAUSTED',
  message: `This needs about ${needs} tokens and ${model.entry.label} has room for ${limit}. Nothing was sent.`,
});

const lostText = (paths: readonly string[]): string =>
  `The list of files could not be made, so nothing was sent.${paths.length > 0 ? ` Missing: ${paths.slice(0, 5).join(', ')}` : ''}`;

const talkBefore = async (work: BenchWork): Promise<readonly Said[]> => {
  const { before, summary, covered } = work.talk;
  return summary === null ? before : [summarySaid(await work.read(summary), covered), ...before];
};

export const toolsFor = ({ files }: BenchWork, part: RunPart): readonly PromptTool[] =>
  files.tools
    .filter(({ name }) => toolsOf[part].includes(name))
    .map(({ name, description, schema }) => ({ name, description, schema }));

type ContextOfRun = ReturnType<typeof readContext> & { readonly style: string | undefined };

const contextOf = async ({ deps, bench }: BenchWork): Promise<ContextOfRun> => {
  const tree = await readTree(deps.content, (await bench()).context);
  const files = await Promise.all(
    Object.entries(tree.entries).map(async ([path, { blob }]) => {
      const bytes = await deps.content.blobs.get(blob).catch(() => undefined);
      return { path, text: bytes ? new TextDecoder().decode(bytes) : '' };
    }),
  );
  const read = readContext(files.toSorted((a, b) => (a.path < b.path ? -1 : 1)));
  return { ...read, style: read.items.find(({ category }) => category === documentStyle)?.text };
};

const stylesFor = async (
  work: BenchWork,
  files: readonly PromptFile[],
  said: readonly string[],
  own: string | undefined,
): Promise<PromptInput['styles']> => {
  const styles: Partial<Record<GuidedFormat, { name: string; text: string }>> = {};
  for (const format of formatsFor(files, said)) {
    const custom = own === undefined ? undefined : await work.deps.styleSkill(format, own).catch(() => undefined);
    const generic = custom ?? (await work.deps.styleSkill(format).catch(() => undefined));
    if (own !== undefined && custom === undefined) await tell(work, [{ code: 'STYLE_MERGE_FAILED', about: format }]);
    if (generic === undefined) await tell(work, [{ code: 'STYLE_SKILL_LOAD_FAILED', about: format }]);
    else
      styles[format] = {
        name: custom === undefined ? `${format}-style-skill` : `${format}-style-custom`,
        text: generic,
      };
  }
  return styles;
};

/** A notice stands in the chat once a run, and stops nothing. */
const tell = async (work: BenchWork, notices: readonly ContextNotice[]): Promise<void> => {
  for (const { code, about } of notices) {
    if (work.noticed.has(`${code}:${about}`)) continue;
    work.noticed.add(`${code}:${about}`);
    const event = code === 'CONTEXT_ITEM_UNAVAILABLE' ? 'context_item_unavailable' : 'style_notice';
    const facts: Record<string, Json> = { code, about };
    await work.record((bench) => ok([card(work.deps.newId('msg'), bench.head, event, facts, stampNow(bench))]));
  }
};
