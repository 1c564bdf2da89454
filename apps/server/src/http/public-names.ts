import { err, ok, type Result } from '@atelier/kernel/core';

export type NamesRefused = { readonly code: 'PUBLIC_ORIGIN_INVALID' | 'BIND_NEEDS_PUBLIC_ORIGIN' };

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Beyond loopback only under a name that browsers reach over TLS: cookies and links would travel in the clear. */
export const checkNames = ({
  publicOrigin,
  bind,
}: {
  readonly publicOrigin?: string | undefined;
  readonly bind?: string | undefined;
}): Result<undefined, NamesRefused> => {
  if (publicOrigin !== undefined && !isHttpsOrigin(publicOrigin)) return err({ code: 'PUBLIC_ORIGIN_INVALID' });
  if (bind !== undefined && !loopback.has(bind) && publicOrigin === undefined)
    return err({ code: 'BIND_NEEDS_PUBLIC_ORIGIN' });
  return ok(undefined);
};

const isHttpsOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.origin === text && !loopback.has(url.hostname);
};
