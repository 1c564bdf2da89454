import type { StreamId } from './event.ts';
import { err, ok, type Result } from './result.ts';

/** `install` stands alone; the others are `<kind>/<id>`. Lower case only: some disks do not tell cases apart. */
export type StreamName = { readonly kind: string; readonly id?: string };
export type BadStream = { readonly code: 'INVALID'; readonly reason: 'bad_stream'; readonly detail: string };

const KIND = /^[a-z][a-z0-9-]{0,31}$/;
const ID = /^[a-z0-9][a-z0-9_-]{0,95}$/;

export const parseStreamId = (stream: StreamId): Result<StreamName, BadStream> => {
  const [kind = '', id, ...rest] = stream.split('/');
  if (KIND.test(kind) && rest.length === 0) {
    if (id === undefined) return ok({ kind });
    if (ID.test(id)) return ok({ kind, id });
  }
  return err({
    code: 'INVALID',
    reason: 'bad_stream',
    detail: `${JSON.stringify(stream.slice(0, 80))} is not <kind> or <kind>/<id> in a-z, 0-9, - and _`,
  });
};

export const isStreamKind = (kind: string): boolean => KIND.test(kind);
