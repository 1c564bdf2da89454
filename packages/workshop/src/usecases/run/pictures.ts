import type { Files } from '@atelier/files';
import type { Picture } from '@atelier/models/core';
import type { ContentId } from '../../core/ids.ts';
import {
  type AskedPicture,
  filesSaid,
  mostPictureBytes,
  mostPictures,
  pagesToSee,
} from '../../core/prompt/pictures.ts';
import type { WorkshopPorts } from '../../ports/index.ts';
import { kindOfName } from '../../view/file-kinds.ts';
import { readTree } from '../trees.ts';

/** What a text asks a model to look at: pictures it names, and pages without text of the documents it names. */
export const picturesAsked = async (
  files: () => Promise<Files>,
  paths: readonly string[],
  text: string,
): Promise<readonly AskedPicture[]> => {
  const asked: AskedPicture[] = [];
  for (const path of filesSaid(text, paths)) {
    const kind = kindOfName(path);
    if (kind === 'image') asked.push({ path, page: 1 });
    if (kind !== 'pdf') continue;
    const map = await (await files()).call('get_file_map', { path });
    if (!map.ok || typeof map.page_count !== 'number' || !Array.isArray(map.pages_without_text)) continue;
    const told = {
      pageCount: map.page_count,
      text: map.text as 'all' | 'partial' | 'none',
      withoutText: map.pages_without_text.map(String),
    };
    asked.push(...pagesToSee(text, told).map((page) => ({ path, page })));
  }
  return asked.slice(0, mostPictures);
};

/** As models take them; all others are drawn anew. */
const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};
const scales = [1.5, 1, 0.75, 0.5, 0.25] as const;

export type SeenPicture = AskedPicture & { readonly picture: Picture };

/** The pictures as they are where they are small enough, else drawn smaller. What cannot be drawn is left out. */
export const drawPictures = async (
  { content, files }: { readonly content: WorkshopPorts['content']; readonly files: Files },
  tree: ContentId,
  asked: readonly AskedPicture[],
): Promise<readonly SeenPicture[]> => {
  const { entries } = await readTree(content, tree);
  const most = mostPictureBytes / Math.max(1, asked.length);
  const drawn: SeenPicture[] = [];
  for (const { path, page } of asked) {
    const entry = Object.hasOwn(entries, path) ? entries[path] : undefined;
    const mediaType = mediaTypes[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
    const own = mediaType && entry && entry.size <= most ? await content.blobs.get(entry.blob) : undefined;
    const picture = mediaType && own ? { mediaType, data: base64(own) } : await smaller(files, path, page, most);
    if (picture) drawn.push({ path, page, picture });
  }
  return drawn;
};

const smaller = async (files: Files, path: string, page: number, most: number): Promise<Picture | undefined> => {
  for (const scale of scales) {
    const drawn = await files.preview.page({ path, side: 'draft', page, scale });
    if (!drawn.ok) return undefined;
    if (drawn.value.png.length <= most) return { mediaType: 'image/png', data: base64(drawn.value.png) };
  }
  return undefined;
};

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
