import type { Json, JsonObject } from '@atelier/kernel/core';
import { openText } from '../text/text-file.ts';
import { FileRefusal } from '../tools/errors.ts';
import type { DiffAnswer, DiffRequest, KindHandler, ReadSelectors, Source, Workspace } from '../tools/kind-handler.ts';
import { diffText } from './text-diff.ts';

const nothing: ReadSelectors = {
  sheet: null,
  range: null,
  section: null,
  slide_index: null,
  pages: null,
  line_start: null,
  line_count: null,
  view: null,
};
const mostChunks = 5_000;

/** A line diff of what `read_file` shows: the fallback for every kind that has text. */
export const diffOfficeText = async (
  handler: KindHandler,
  { reference, draft, options }: DiffRequest,
  workspace: Workspace,
): Promise<DiffAnswer> => {
  const text = async (source: Source | null) =>
    openText(Buffer.from(source ? await wholeText(handler, source, workspace) : ''));
  const answer = diffText(await text(reference), await text(draft), options);
  const isSilent = (answer.stats.hunks ?? 0) === 0;
  return {
    ...answer,
    body: { ...answer.body, compared_by: 'text' },
    other_changes: isSilent ? ['formatting or structure'] : [],
  };
};

export const wholeText = async (
  handler: KindHandler,
  source: Source,
  workspace: Workspace,
  from: JsonObject = {},
): Promise<string> => {
  const texts: string[] = [];
  let next: JsonObject | null = from;
  for (let chunk = 0; next !== null && chunk < mostChunks; chunk++) {
    const answer: Awaited<ReturnType<KindHandler['read']>> = await handler.read(
      source,
      { ...nothing, ...(next as Record<string, Json>) } as ReadSelectors,
      workspace,
    );
    if (!answer.ok) throw new FileRefusal(answer.error);
    texts.push(answer.value.text);
    next = answer.value.chunk_info?.next ?? null;
  }
  return texts.join('\n');
};
