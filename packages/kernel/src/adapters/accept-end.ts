import type { StreamId } from '../core/event.ts';
import { genesisHash } from '../core/log/commit-record.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { AppendRefused, Health } from '../ports/event-log.ts';
import type { Heads } from '../ports/heads.ts';
import type { LogAudit } from '../ports/log-audit.ts';
import { sha256 } from './node/sha256.ts';

/** Signs a stream as it stands, whatever its head attested; one that is damaged is not signed. */
export const createAcceptEnd =
  ({ audit, heads }: { readonly audit: LogAudit; readonly heads: Heads }) =>
  async (stream: StreamId): Promise<Result<{ readonly next: number; readonly was: Health }, AppendRefused>> => {
    let head = genesisHash(stream, sha256);
    const walk = audit.walk(stream);
    let step = await walk.next();
    for (; !step.done; step = await walk.next()) head = step.value.hash;
    const { commits, next, trouble } = step.value;
    if (trouble) return err({ code: 'UNHEALTHY', reason: trouble.reason, health: trouble });
    await heads.signAnew({ stream, commits, head });
    return ok({ next, was: { kind: 'healthy', next } });
  };
