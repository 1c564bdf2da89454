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
  if (kind !== 'xlsx') return withoutIds(await wholeText(handler, source, workspace));
  const info = await handler.info(source, workspace);
  const sheets = info.ok ? ((info.value.sheets ?? []) as readonly JsonObject[]) : [];
  const texts: string[] = [];
  for (const { name } of sheets)
    texts.push(String(name), withoutRows(await wholeText(handler, source, workspace, { sheet: name ?? null })));
  return texts.join('\n');
};

/** Ids and marks that a model reads places by: blocks and rows of a document, slides and shapes of a presentation. */
const withoutIds = (text: string): string =>
  text
    .replace(/^## Slide (\d+) \(index \d+\).*$/gm, '')
    .replace(/^(?:b\d+\| (?:r\d+ \| )?(?:#{1,9} | *(?:1\.|-) )?|\[s\d+ [^\]\n]*\] ?| {2}r\d+ \| )/gm, '');

/** Numbers of rows and letters of columns. */
const withoutRows = (text: string): string =>
  text.replace(/^\t[A-Z]{1,3}(?:\t[A-Z]{1,3})*$/gm, '').replace(/^(?:\d+|hdr)\t/gm, '');
