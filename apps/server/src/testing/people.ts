import type { CommandClient, Role } from '@atelier/contracts';
import { done } from './replies.ts';
import { pageClient } from './tab.ts';

type Grant = { readonly projectId: string; readonly role: 'viewer' | 'editor' | 'owner' };
type Host = { readonly server: { readonly origin: string }; readonly client: CommandClient };

export type Joined = { readonly userId: string; readonly cookie: string; readonly client: CommandClient };

/** A token as a page spends it, by its button. */
export const spend = (origin: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${origin}/sign-in`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ json: body }),
  });

export const tokenIn = (url: string): string => new URL(url).hash.slice(1);

/** Somebody who was invited and joined, in a browser of their own. */
export const invite = async (
  { server, client }: Host,
  role: Role,
  name: string,
  projects: readonly Grant[] = [],
): Promise<Joined> => {
  const { url } = await done(client.InvitationCreate({ role, projects: [...projects] }));
  const answer = await spend(server.origin, { token: tokenIn(url), name });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (cookie === undefined) throw new Error(`The invitation answered ${answer.status} ${await answer.text()}`);
  const own = pageClient(server.origin, cookie);
  const { me } = await done(own.PeopleGet({}));
  return { userId: me.userId, cookie, client: own };
};
