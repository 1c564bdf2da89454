import { labFilesPath } from '@atelier/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtelier } from '../../client/atelier-context.ts';

/** Dropped files and the tools there are; asked for again whenever this page changed something. */
export const useFilesLab = () => {
  const { commands } = useAtelier();
  const queries = useQueryClient();
  const listed = useQuery({ queryKey: ['LabFilesList'], queryFn: () => commands.LabFilesList({}) });
  const refresh = () => queries.invalidateQueries({ queryKey: ['LabFilesList'] });
  return {
    files: listed.data?.ok ? listed.data.value.files : [],
    tools: listed.data?.ok ? listed.data.value.tools : [],
    loading: listed.isPending,
    refresh,
    drop: async (file: File): Promise<boolean> => {
      const answer = await fetch(addressOf(file.name), { method: 'PUT', body: file }).catch(() => undefined);
      await refresh();
      return answer?.ok === true;
    },
    remove: async (path: string) => {
      await commands.LabFilesRemove({ path });
      await refresh();
    },
  };
};

export const addressOf = (path: string): string => `${labFilesPath}/${encodeURIComponent(path)}`;
