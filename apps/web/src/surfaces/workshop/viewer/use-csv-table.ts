import { useQuery } from '@tanstack/react-query';
import { type CsvTable, createCsvIndexer } from './csv-table.ts';
import type { FileSource } from './file-source.ts';

/** Below this a file is kept while it is looked at; above, its rows are fetched as they come into sight. */
const mostKept = 8 * 1024 * 1024;

/** A csv whose records were found in one pass over its bytes, of which a large file keeps none. */
export const useCsvTable = ({ address, version, sizeBytes }: FileSource) => {
  const { data, error } = useQuery({
    queryKey: ['workshop', 'csv', address, version],
    queryFn: async ({ signal }): Promise<CsvTable> => {
      const indexer = createCsvIndexer();
      const reply = await fetch(address, { signal });
      if (!reply.ok || reply.body === null) throw new Error(String(reply.status));
      const kept: Uint8Array<ArrayBuffer>[] = [];
      const reader = reply.body.getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        indexer.take(next.value);
        if (sizeBytes <= mostKept) kept.push(next.value);
      }
      if (sizeBytes > mostKept) return indexer.end((start, end) => readRange(address, start, end));
      const whole = new Uint8Array(await new Blob(kept).arrayBuffer());
      return indexer.end(async (start, end) => whole.subarray(start, end));
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
    retry: false,
  });
  return { table: data, error };
};

const readRange = async (address: string, start: number, end: number): Promise<Uint8Array> => {
  const reply = await fetch(address, { headers: { range: `bytes=${start}-${end - 1}` } });
  if (reply.status !== 206) throw new Error(String(reply.status));
  return new Uint8Array(await reply.arrayBuffer());
};
