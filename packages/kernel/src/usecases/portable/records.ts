import type { z } from 'zod';
import type { Sha256 } from '../../core/digest.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { createByteReader } from './byte-reader.ts';

/*
 * The lines of a file that holds streams and their content: `<hash> <json>\n`, and where the json says so `size` bytes
 * and a line end. Each hash is over the hash before and the json, so that nothing can be changed, left out or moved
 * unseen; a body is proved by its own id.
 */

const start = '0'.repeat(64);
/** A commit holds at most some thousand events with short text. */
const longestLine = 64 * 1024 * 1024;

/** Writes the lines, each chained to the one before. */
export const createPortableLines = <Record>(sha256: Sha256) => {
  const utf8 = new TextEncoder();
  let hash = start;
  let records = 0;
  return {
    line: (record: Record): Uint8Array => {
      const json = JSON.stringify(record);
      hash = sha256(`${hash}${json}`);
      records += 1;
      return utf8.encode(`${hash} ${json}\n`);
    },
    count: () => records,
  };
};

export type PortableFlaw =
  /** `part` names what is not what was exported. */
  { readonly code: 'EXPORT_DAMAGED'; readonly part: string } | { readonly code: 'NOT_AN_EXPORT' | 'EXPORT_TOO_NEW' };

type Options<Shape extends z.ZodType> = {
  readonly sha256: Sha256;
  readonly shape: Shape;
  /** What the first record is called: anything else is another kind of file. */
  readonly first: string;
};

/** Reads the lines back, and stops at the first that is not what was written. */
export const readPortableLines = <Shape extends z.ZodType>(
  reader: ReturnType<typeof createByteReader>,
  { sha256, shape, first }: Options<Shape>,
) => {
  let hash = start;
  let records = 0;
  return {
    next: async (): Promise<Result<z.infer<Shape>, PortableFlaw>> => {
      const text = await reader.line(longestLine);
      const part = `record ${records + 1}`;
      const isFirst = records === 0;
      if (text === undefined) return err(isFirst ? { code: 'NOT_AN_EXPORT' } : { code: 'EXPORT_DAMAGED', part });
      const json = text.slice(65);
      if (isFirst && !(/^[0-9a-f]{64} /.test(text) && json.startsWith(`{"part":"${first}",`)))
        return err({ code: 'NOT_AN_EXPORT' });
      hash = sha256(`${hash}${json}`);
      if (text.slice(0, 65) !== `${hash} `) return err({ code: 'EXPORT_DAMAGED', part });
      records += 1;
      const parsed = shape.safeParse(JSON.parse(json));
      // The hash is right, so this is what was exported: by a version that knows more.
      return parsed.success ? ok(parsed.data) : err({ code: 'EXPORT_TOO_NEW' });
    },
    count: () => records,
  };
};
