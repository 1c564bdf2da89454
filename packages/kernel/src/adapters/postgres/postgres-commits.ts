import type { CommitStore } from '../../ports/commit-store.ts';
import { appendValues } from './append-call.ts';
import { createCommitReader } from './commit-reader.ts';
import type { Database } from './database.ts';

const PAGE = 200;

export const createPostgresCommits = (database: Database): CommitStore => {
  const reader = createCommitReader(database);
  return {
    commits: async function* (stream) {
      for (let from = 0; ; from += PAGE) {
        const page = await reader.between(stream, from, from + PAGE);
        yield* page;
        if (page.length < PAGE) return;
      }
    },
    add: async (stream, commits, before, after) => {
      const answer = await database.pool.query<{ done: boolean }>(
        'select done from atelier.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
        appendValues(stream, commits, before, after),
      );
      if (!answer.rows[0]?.done)
        throw new Error(`${stream} grew in the database while it was moved there. Move it again.`);
    },
  };
};
