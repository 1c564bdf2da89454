import type { FileKind, WorkbenchFile } from '@atelier/contracts';
import { useQueries } from '@tanstack/react-query';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useBench } from '../bench/bench-context.ts';
import { fileAnswer } from './file-source.ts';
import { FileMap, type NamedPlace, placesOf } from './shapes.ts';

const withPlaces: readonly FileKind[] = ['xlsx', 'docx', 'odt', 'pptx'];
const hasHeadings = /\.(md|markdown)$/i;
const most = 20;

export type MappedFile = { readonly path: string; readonly places: readonly NamedPlace[] };

/** Sheets, sections, slides and headings of the files that have some; asked for once per version, and only when wanted. */
export const useFileMaps = (files: readonly WorkbenchFile[], isWanted: boolean): readonly MappedFile[] => {
  const { commands } = useAtelier();
  const { workbenchId } = useBench();
  const mapped = files.filter(({ kind, path }) => withPlaces.includes(kind) || hasHeadings.test(path)).slice(0, most);
  return useQueries({
    queries: mapped.map(({ path, version }) => ({
      queryKey: ['workshop', workbenchId, 'places', path, version],
      enabled: isWanted,
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: async (): Promise<MappedFile> => {
        const reply = await commands.WorkbenchFileMap({ workbenchId, path });
        if (!reply.ok) return { path, places: [] };
        const read = FileMap.safeParse(fileAnswer(reply.value.answer));
        return { path, places: read.success ? placesOf(read.data) : [] };
      },
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
};
