import { type Between, type FileKind, workbenchFilesPath, workbenchPagesPath } from '@atelier/contracts';
import { useMemo } from 'react';
import { useAtelier } from '../../../client/atelier-context.ts';
import { FileTrouble } from '../../../files/trouble.ts';
import { type FileSource, fileAnswer } from './file-source.ts';

type File = { readonly path: string; readonly kind: FileKind; readonly version: string; readonly sizeBytes: number };
type Side = { readonly side: 'reference' | 'draft'; readonly between?: Between };

/** A file of a Workbench to look at: as it is in the active view, or as one side of a review. */
export const useSource = (workbenchId: string, file: File | undefined, review?: Side): FileSource | undefined => {
  const { commands } = useAtelier();
  const { path, kind, version, sizeBytes } = file ?? { path: '', kind: 'binary' as const, version: '', sizeBytes: 0 };
  const side = review?.side;
  const between = JSON.stringify(review?.between);
  const isThere = file !== undefined;
  return useMemo(() => {
    if (!isThere) return undefined;
    const points = between === undefined ? {} : { between: JSON.parse(between) as Between };
    return {
      path,
      kind,
      version,
      sizeBytes,
      address: workbenchFilesPath(workbenchId, path, version),
      pageAddress: (page, scale = 1) => workbenchPagesPath(workbenchId, path, version, page, scale),
      content: async (options) => {
        const given = { ...options };
        const reply =
          side === undefined
            ? await commands.WorkbenchFileContent({ workbenchId, path, version, options: given })
            : await commands.ReviewContent({ workbenchId, path, side, ...points, options: given });
        if (!reply.ok) throw new FileTrouble(reply.error);
        return fileAnswer(reply.value.answer);
      },
      map: async () => {
        const reply = await commands.WorkbenchFileMap({
          workbenchId,
          path,
          ...(side === undefined ? { version } : {}),
        });
        if (!reply.ok) throw new FileTrouble(reply.error);
        return fileAnswer(reply.value.answer);
      },
    };
  }, [commands, workbenchId, isThere, path, kind, version, sizeBytes, side, between]);
};
