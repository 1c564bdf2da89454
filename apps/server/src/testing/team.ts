import type { Role } from '@atelier/contracts';
import type { People } from '../caller.ts';
import { signIn } from './tab.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export type Team = TestServer & { readonly cookieByRole: Readonly<Record<Role, string>> };

/** A server with one browser signed in per role. A browser it does not know comes in as nobody. */
export const startTeam = async (options: Parameters<typeof startTestServer>[0] = {}): Promise<Team> => {
  const roleBySession = new Map<string, Role>();
  const people: People = {
    isStill: () => true,
    callerOf: async (proof) => {
      if (proof.via === 'bearer') return { person: 'local', role: 'admin', via: 'bearer' };
      const role = roleBySession.get(proof.session);
      return role && { person: `usr_${role}`, role, via: 'cookie' };
    },
  };
  const test = await startTestServer({ ...options, people });
  const join = async (role: Role): Promise<string> => {
    const cookie = await signIn(await test.server.link());
    roleBySession.set(cookie.split('=')[1]?.split('.')[0] ?? '', role);
    return cookie;
  };
  const cookieByRole = { viewer: await join('viewer'), member: await join('member'), admin: await join('admin') };
  return { ...test, cookieByRole };
};
