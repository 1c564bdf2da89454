import { join } from 'node:path';
import type { CommandClient } from '@atelier/contracts';
import type { StudioEvent } from '@atelier/contracts/studio';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import { type AtelierServer, createServer } from '@atelier/server';
import { pageClient, signIn } from '../../apps/server/src/testing/tab.ts';
import type { Bench } from '../bench.ts';
import { must, timed } from '../timing.ts';

const PEOPLE = 20;
const TURNS = 12;

/** What one person does in a minute or so; none of it waits for what another one decides. */
const turnOf = (person: number, nth: number): StudioEvent => {
  switch (nth % 6) {
    case 0:
      return { type: 'setPins', pinnedStage: 'planning' };
    case 1:
      return { type: 'chatMessage', text: 'What does the logo wall cost?' };
    case 2:
      return { type: 'saveAnswerDraft', answers: { 'ide.goal': `Goal of ${person}` } };
    case 3:
      return { type: 'chatMessage', text: `תוסיף עמדת קפה ${person}` };
    case 4:
      return { type: 'discardDraft' };
    default:
      return { type: 'saveAnswers', answers: { 'ide.guests': 100 + person } };
  }
};

/** Twenty people on two servers that share a database, all on one project, each one turn after the other. */
export const crowd: Bench = {
  ids: ['users-20-pg', 'users-20-contention'],
  run: async ({ folder, say }) => {
    const postgres = await startPostgres({ syncs: true });
    const servers: AtelierServer[] = [];
    try {
      const databaseUrl = await postgres.newDatabase();
      const personBySession = new Map<string, string>();
      for (const name of ['first', 'second'])
        servers.push(
          await must(
            createServer({
              dataFolder: join(folder, name),
              port: 0,
              databaseUrl,
              people: {
                isStill: () => true,
                callerOf: async (proof) => {
                  const person = proof.via === 'cookie' ? personBySession.get(proof.session) : 'local';
                  return { person: person ?? 'local', role: 'admin', via: proof.via };
                },
              },
            }),
          ),
        );
      const join20 = async (at: number): Promise<CommandClient> => {
        const server = servers[at % servers.length] as AtelierServer;
        const cookie = await signIn(await server.link());
        personBySession.set(cookie.split('=')[1]?.split('.')[0] ?? '', `usr_${at}`);
        return pageClient(server.origin, cookie);
      };
      const clients: CommandClient[] = [];
      for (let at = 0; at < PEOPLE; at += 1) clients.push(await join20(at));
      const first = clients[0] as CommandClient;
      const { projectId } = await must(first.StudioDemoCreate({ requestId: 'bench-crowd' }));
      const codes = new Map<string, number>();
      let failed = 0;
      const elapsed = await timed(() =>
        Promise.all(
          clients.map(async (client, person) => {
            for (let nth = 0; nth < TURNS; nth += 1) {
              const idempotencyKey = `person-${person}-turn-${nth}`;
              const told = await client.RunStudioTurn({ projectId, idempotencyKey, event: turnOf(person, nth) });
              const code = told.ok ? told.value.outcome : told.error.code;
              codes.set(code, (codes.get(code) ?? 0) + 1);
              if (!told.ok) failed += 1;
            }
          }),
        ),
      );
      say([...codes].map(([code, count]) => `${code}: ${count}`).join(', '));
      return [
        { id: 'users-20-pg', value: (PEOPLE * TURNS * 60_000) / elapsed, unit: 'turns/min' },
        { id: 'users-20-contention', value: failed, unit: 'turns' },
      ];
    } finally {
      for (const server of servers) await server.stop();
      await postgres.stop();
    }
  },
};
