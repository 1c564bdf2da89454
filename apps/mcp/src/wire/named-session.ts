import { randomUUID } from 'node:crypto';

export const sessionHeader = 'mcp-session-id';

/**
 * A client of an older revision says its name once, in a request of its own, and over HTTP no later request has it. It
 * gets it back as its session, which it sends along from then on; so any server knows it, after a restart too.
 */
export const sessionOf = (message: string): string | undefined => {
  if (!message.includes('"initialize"')) return undefined;
  try {
    const { method, params } = JSON.parse(message) as Asked;
    const name = params?.clientInfo?.name;
    if (method !== 'initialize' || typeof name !== 'string') return undefined;
    return `${Buffer.from(name.trim().slice(0, 120)).toString('base64url')}.${randomUUID()}`;
  } catch {
    return undefined;
  }
};

export const nameInSession = (headers: Headers | undefined): string | undefined => {
  const [name = ''] = headers?.get(sessionHeader)?.split('.') ?? [];
  return Buffer.from(name.slice(0, 800), 'base64url').toString('utf8') || undefined;
};

type Asked = { readonly method?: unknown; readonly params?: { readonly clientInfo?: { readonly name?: unknown } } };
