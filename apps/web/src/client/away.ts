import type { ErrorEnvelope } from '@atelier/contracts';

/** The server is not there to say no: the same question may be answered once the connection is back. */
export const isAway = ({ code }: Pick<ErrorEnvelope, 'code'>): boolean =>
  code === 'UNREACHABLE' || code === 'STOPPING' || code === 'UNAUTHENTICATED';
