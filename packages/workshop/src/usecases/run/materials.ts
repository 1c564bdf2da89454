import type { Files } from '@atelier/files';
import { err, type JsonObject, ok, type Result } from '@atelier/kernel/core';
import type { ContentId } from '../../core/ids.ts';
import { inlineBytes } from '../../core/prompt/budget.ts';
import type { PromptFile } from '../../core/prompt/manifest.ts';
import { mentionsIn } from '../../core/prompt/relevance.ts';
import type { WorkshopPorts } from '../../ports/index.ts';

export type ManifestUnavailable = { readonly code: 'MANIFEST_UNAVAILABLE'; readonly paths: readonly string[] };

/** From a map in full down to little more than names: the assembler takes the first that fits. */
const detail = [16_000, 6_000, 2_400, 1_000, 500] as const;

/**
 * Everything a prompt may say about the files of a tree. A file whose bytes are lost stops the run before anything is
 * sent; one whose map cannot be made has a row that says why. Places that the request names by `@` keep their detail.
 */
export const gatherFiles = async (
  content: WorkshopPorts['content'],
  tree: ContentId,
  files: Files,
  request: string,
): Promise<Result<readonly PromptFile[], ManifestUnavailable>> => {
  const entries = Object.entries((await content.trees.get(tree).catch(() => undefined))?.entries ?? {});
  const gone = await content.blobs.missing(entries.map(([, { blob }]) => blob));
  const lost = entries.filter(([, { blob }]) => gone.has(blob)).map(([path]) => path);
  if (lost.length > 0) return err({ code: 'MANIFEST_UNAVAILABLE', paths: lost });
  const listed = await files.call('list_files', {});
  if (!listed.ok) return err({ code: 'MANIFEST_UNAVAILABLE', paths: [] });
  const rows = listed.files as readonly JsonObject[];
  const missing = rows.filter((row) => row.missing === true).map(({ path }) => String(path));
  if (missing.length > 0) return err({ code: 'MANIFEST_UNAVAILABLE', paths: missing });
  const mentions = mentionsIn(
    request,
    rows.map(({ path }) => String(path)),
  );
  return ok(await Promise.all(rows.map((row) => promptFile(files, row, mentions.get(String(row.path))))));
};

const promptFile = async (
  files: Files,
  row: JsonObject,
  keep: ReadonlySet<string> | undefined,
): Promise<PromptFile> => {
  const path = String(row.path);
  const facts = {
    path,
    kind: String(row.kind),
    sizeBytes: Number(row.size_bytes),
    isReadable: row.is_opaque !== true,
    isEditable: row.read_only !== true && row.is_opaque !== true,
    ...(await hidesOf(files, path, row)),
  };
  if (row.is_opaque === true) return { ...facts, maps: [], parts: [], unavailable: String(row.reason ?? 'opaque') };
  if (facts.kind === 'text' && facts.sizeBytes <= inlineBytes) {
    const text = await files.text(path);
    if (text.ok && text.value.is_cut !== true) {
      const shorter = await files.mapsWithin(path, detail.slice(1), keep);
      return { ...facts, maps: shorter.ok ? textsOf(shorter.value) : [], parts: [], text: String(text.value.text) };
    }
  }
  const mapped = await files.mapsWithin(path, detail, keep);
  if (!mapped.ok) return { ...facts, maps: [], parts: [], unavailable: mapped.error.reason };
  const [first] = mapped.value;
  if (!first || isFailed(first))
    return { ...facts, maps: [], parts: [], unavailable: first ? reasonIn(first) : 'no map' };
  return { ...facts, maps: textsOf(mapped.value), parts: partsOf(first) };
};

const textsOf = (maps: readonly JsonObject[]): readonly string[] => [
  ...new Set(maps.filter((map) => !isFailed(map)).map((map) => JSON.stringify(map))),
];

/** Said of a file only where it hides something. */
const hidesOf = async (files: Files, path: string, row: JsonObject): Promise<Pick<PromptFile, 'hides'>> => {
  if (row.is_opaque === true) return {};
  const found = await files.hidden(path);
  const places = found.ok ? found.value.findings.length : 0;
  return places === 0 ? {} : { hides: { places, isWithheld: (await files.reading(path)) === 'withheld' } };
};

const isFailed = (map: JsonObject): boolean => map.map_error !== undefined || map.readable === false;

const reasonIn = (map: JsonObject): string => {
  const error = map.map_error as { readonly details?: { readonly reason?: unknown } } | undefined;
  return String(error?.details?.reason ?? map.reason ?? 'no map');
};

const partsOf = (map: JsonObject): readonly string[] =>
  (['sheets', 'sections', 'slides', 'headings'] as const).flatMap((key) => {
    const list = map[key];
    if (!Array.isArray(list)) return [];
    return (list as readonly JsonObject[]).flatMap((part) => {
      const name = part?.name ?? part?.heading ?? part?.title ?? part?.text;
      return typeof name === 'string' && name !== '' ? [name] : [];
    });
  });
