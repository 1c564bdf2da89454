import { readFile } from 'node:fs/promises';
import type { JsonObject } from '@atelier/kernel/core';
import { wholeText } from '../review/office-text-diff.ts';
import type { Kind, KindHandler, Source, Workspace } from '../tools/kind-handler.ts';
import { openText } from './text-file.ts';

const mostCharacters = 20 * 1024 * 1024;

/** All that a version says, for a search over a history. What has no text has an empty one. */
export const allText = async (
  kind: Kind,
  handler: KindHandler | undefined,
  source: Source,
  workspace: Workspace,
): Promise<{ readonly text: string; readonly is_cut: boolean }> => {
  const text = await textOf(kind, handler, source, workspace);
  return { text: text.slice(0, mostCharacters), is_cut: text.length > mostCharacters };
};

const textOf = async (
  kind: Kind,
  handler: KindHandler | undefined,
  source: Source,
  workspace: Workspace,
): Promise<string> => {
  if (kind === 'text' || kind === 'table') {
    const { codec, encoding, bytes } = openText(await readFile(source.file));
    return codec.decode(bytes.subarray(encoding.bom_length));
  }
  if (!handler || kind === 'image' || kind === 'binary') return '';
  if (kind !== 'xlsx') return wholeText(handler, source, workspace);
  const info = await handler.info(source, workspace);
  const sheets = info.ok ? ((info.value.sheets ?? []) as readonly JsonObject[]) : [];
  const texts: string[] = [];
  for (const { name } of sheets)
    texts.push(String(name), await wholeText(handler, source, workspace, { sheet: name ?? null }));
  return texts.join('\n');
};
