import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { SessionId } from '../../core/ids.ts';
import type { Marks, SessionMarks } from '../../ports/retention.ts';

const Stored = z.record(z.string(), z.object({ archived: z.boolean(), kept: z.boolean() }));
const UNMARKED: Marks = { archived: false, kept: false };

/** One small file, replaced whole. One that cannot be read is never written over: it says what must not be removed. */
export const createFileMarks = (path: string): SessionMarks => {
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const mine = turn.then(act);
    turn = mine.catch(() => undefined);
    return mine;
  };

  const read = async (): Promise<Map<SessionId, Marks>> => {
    const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return '{}';
      throw cause;
    });
    return new Map(Object.entries(Stored.parse(JSON.parse(text)))) as Map<SessionId, Marks>;
  };

  const write = async (marks: ReadonlyMap<SessionId, Marks>): Promise<void> => {
    await mkdir(dirname(path), { recursive: true });
    const part = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.part`;
    await writeFile(part, `${JSON.stringify(Object.fromEntries(marks))}\n`, { flush: true });
    await rename(part, path);
  };

  return {
    all: read,
    set: (sessionId, change) =>
      inTurn(async () => {
        const marks = await read();
        const known = marks.get(sessionId) ?? UNMARKED;
        const next = { archived: change.archived ?? known.archived, kept: change.kept ?? known.kept };
        if (next.archived || next.kept) marks.set(sessionId, next);
        else marks.delete(sessionId);
        await write(marks);
        return next;
      }),
    forget: (sessionIds) =>
      inTurn(async () => {
        const marks = await read();
        const known = sessionIds.filter((sessionId) => marks.delete(sessionId));
        if (known.length > 0) await write(marks);
      }),
  };
};
