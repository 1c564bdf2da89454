import { z } from 'zod';

const Part = z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() });
const Certificate = z.object({ parts: z.array(Part) });

export type CertifiedPart = { readonly name: string; readonly isSame: boolean; readonly hash: string | undefined };

/** The parts of a file as the file layer certifies them, what changed first; none where it certifies none. */
export const partsOf = (certificate: unknown): readonly CertifiedPart[] => {
  const read = Certificate.safeParse(certificate);
  if (!read.success) return [];
  return read.data.parts
    .map(({ name, before, after }) => ({ name, isSame: before !== null && before === after, hash: after ?? undefined }))
    .toSorted((a, b) => Number(a.isSame) - Number(b.isSame));
};
