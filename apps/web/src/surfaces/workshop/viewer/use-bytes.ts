import { useQuery } from '@tanstack/react-query';
import type { FileSource } from './file-source.ts';

/** The bytes of a version, fetched once. */
export const useBytes = ({ address, version }: FileSource) => {
  const { data, error } = useQuery({
    queryKey: ['workshop', 'bytes', address, version],
    queryFn: async () => {
      const reply = await fetch(address);
      if (!reply.ok) throw new Error(String(reply.status));
      return new Uint8Array(await reply.arrayBuffer());
    },
    staleTime: Number.POSITIVE_INFINITY,
    // A file of a hundred megabytes is not kept for a page nobody looks at.
    gcTime: 10_000,
    retry: false,
  });
  return { bytes: data, error };
};
