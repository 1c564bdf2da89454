import type { BlobId } from '@atelier/kernel/ports';
import type { ExportedFile, ExportedProject, ProjectExport, QuoteFormat, QuotePicture } from '@atelier/studio/adapters';
import type { SurfaceKit } from '../surface.ts';
import type { OpenStudio } from './open-studio.ts';
import { pictureKind } from './picture-kind.ts';

// PDF, fonts and office files are loaded with the first export, not with the server.
const load = () => import('@atelier/studio/adapters');

type Shown = Extract<Awaited<ReturnType<OpenStudio['quotes']['issued']>>, { ok: true }>['value'];

/** A project's documents as files, with the pictures they show. */
export const createDocuments = ({ ports }: Pick<OpenStudio, 'ports'>, kit: SurfaceKit) => {
  const picturesOf = async (ids: readonly string[]): Promise<readonly QuotePicture[]> => {
    const found = await Promise.all(
      [...new Set(ids)].map(async (id): Promise<readonly QuotePicture[]> => {
        const bytes = await ports.blobs.get(id as BlobId);
        const kind = bytes && pictureKind(bytes);
        return bytes && kind ? [{ id, kind, bytes }] : [];
      }),
    );
    return found.flat();
  };
  return {
    quote: async (quote: Shown, format: QuoteFormat): Promise<ExportedFile> => {
      const { exportQuote } = await load();
      const lines = [...quote.lines, ...quote.optional, ...quote.alternatives, ...quote.unapproved];
      const logo = quote.company.logo ? [quote.company.logo.blob] : [];
      const pictures = await picturesOf([...logo, ...lines.flatMap((line) => line.pictures)]);
      return exportQuote(quote, format, { pictures, tools: kit.files.over });
    },
    project: async (project: ExportedProject, wanted: ProjectExport): Promise<ExportedFile> =>
      (await load()).exportProject(project, wanted, kit.files.over),
  };
};
