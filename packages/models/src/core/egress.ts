import { err, ok, type Result } from '@atelier/kernel/core';

/** The only hosts this process ever speaks to, beside a local endpoint its user entered. */
export const providerHosts = {
  openai: 'api.openai.com',
  anthropic: 'api.anthropic.com',
  google: 'generativelanguage.googleapis.com',
  mistral: 'api.mistral.ai',
} as const;
export type HostedProvider = keyof typeof providerHosts;

export type Destination =
  | { readonly provider: HostedProvider }
  /** An OpenAI-compatible endpoint the user entered: https anywhere by name, plain http on loopback alone. */
  | { readonly provider: string; readonly endpoint: string };

export type EgressBlocked = {
  readonly code: 'EGRESS_BLOCKED_BY_POLICY';
  readonly reason: 'not_a_url' | 'not_https' | 'ip_literal' | 'foreign_host' | 'foreign_port' | 'credentials_in_url';
  readonly host?: string;
};

/** Decides one request; a redirect is another request and is decided again. */
export const decideEgress = (url: string, destination: Destination): Result<URL, EgressBlocked> => {
  const target = parse(url);
  if (!target) return blocked('not_a_url');
  if (target.username || target.password) return blocked('credentials_in_url', target);
  if ('endpoint' in destination) return decideEntered(target, destination.endpoint);
  if (target.protocol !== 'https:') return blocked('not_https', target);
  if (isIpLiteral(target.hostname)) return blocked('ip_literal', target);
  if (target.hostname !== providerHosts[destination.provider]) return blocked('foreign_host', target);
  if (target.port !== '') return blocked('foreign_port', target);
  return ok(target);
};

/** What a person may enter as an endpoint, decided before it is saved. */
export const decideEndpoint = (written: string): Result<URL, EgressBlocked> => {
  const endpoint = parse(written);
  if (!endpoint) return blocked('not_a_url');
  // Addresses are recorded and shown: whatever follows a question mark might be a key, and is no part of an endpoint.
  if (endpoint.search !== '' || endpoint.hash !== '') return blocked('not_a_url');
  return decideEntered(endpoint, written);
};

const decideEntered = (target: URL, entered: string): Result<URL, EgressBlocked> => {
  const endpoint = parse(entered);
  if (!endpoint) return blocked('not_a_url');
  if (target.username || target.password) return blocked('credentials_in_url', target);
  if (target.hostname !== endpoint.hostname) return blocked('foreign_host', target);
  if (target.port !== endpoint.port) return blocked('foreign_port', target);
  if (target.protocol !== endpoint.protocol) return blocked('not_https', target);
  if (isLoopback(target.hostname))
    return target.protocol === 'http:' || target.protocol === 'https:' ? ok(target) : blocked('not_https', target);
  if (target.protocol !== 'https:') return blocked('not_https', target);
  if (isIpLiteral(target.hostname)) return blocked('ip_literal', target);
  return ok(target);
};

/** URL parsing has already turned 127.1, 0x7f000001 and the like into dotted form. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

const isIpLiteral = (hostname: string): boolean => hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);

const parse = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined);

const blocked = (reason: EgressBlocked['reason'], target?: URL): Result<never, EgressBlocked> =>
  err({ code: 'EGRESS_BLOCKED_BY_POLICY', reason, ...(target ? { host: target.hostname } : {}) });
