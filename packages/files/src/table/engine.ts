import { join } from 'node:path';
import type { Source } from '../tools/kind-handler.ts';
import { cachedTable } from './cache.ts';
import { checkTableNames, openSession, type Session, type SessionSource } from './session.ts';

/** A table by the name SQL gives it. For workbooks, which sheet and range of it. */
export type TableRequest = {
  readonly name: string;
  readonly source: Source;
  readonly kind: string;
  readonly sheet: string | null;
  readonly range: string | null;
};

export type TableEngine = {
  readonly session: (tables: readonly TableRequest[]) => Promise<Session>;
  /** A session of its own that may write to one file; the caller closes it. */
  readonly exportSession: (tables: readonly TableRequest[], output: string) => Promise<Session>;
  readonly close: () => void;
};

const keptOpen = 4;

/** Keeps the engines of the last tables open: opening one costs more than most queries. */
export const createTableEngine = (cacheFolder: string, temp: string): TableEngine => {
  const open = new Map<string, Session>();

  const sourcesOf = async (tables: readonly TableRequest[]): Promise<readonly SessionSource[]> => {
    checkTableNames(tables.slice(1).map(({ name }) => name));
    const sources: SessionSource[] = [];
    for (const [at, request] of tables.entries()) {
      sources.push({
        name: at === 0 ? 'data' : request.name,
        database: await databaseOf(request, join(cacheFolder, 'tabular')),
      });
    }
    return sources;
  };

  return {
    session: async (tables) => {
      const sources = await sourcesOf(tables);
      const key = JSON.stringify(sources);
      const found = open.get(key);
      open.delete(key);
      const session = found ?? (await openSession(sources, temp));
      open.set(key, session);
      for (const [oldest, idle] of open) {
        if (open.size <= keptOpen) break;
        open.delete(oldest);
        idle.duck.close();
      }
      return session;
    },
    exportSession: async (tables, output) => openSession(await sourcesOf(tables), temp, output),
    close: () => {
      for (const { duck } of open.values()) duck.close();
      open.clear();
    },
  };
};

const databaseOf = ({ source, kind, sheet, range }: TableRequest, folder: string): Promise<string> =>
  kind === 'xlsx'
    ? cachedTable(source, folder, JSON.stringify(['xlsx', sheet, range]), async (output, temp) => {
        // Reading workbooks is most of the code, and most tables are none.
        const { sheetTable } = await import('./sheet-source.ts');
        return sheetTable(source, sheet, range, output, temp);
      })
    : cachedTable(source, folder);
