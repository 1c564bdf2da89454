import { z } from 'zod';

export const SourceKind = z.enum(['bundled', 'user', 'project', 'git', 'remote', 'plugin']);
export type SourceKind = z.infer<typeof SourceKind>;

/** Who wins when two files claim one id. Bundled ids can be claimed by nobody else. */
export const PRECEDENCE: readonly SourceKind[] = ['bundled', 'project', 'user', 'git', 'remote', 'plugin'];

export const beats = (a: SourceKind, b: SourceKind): boolean => PRECEDENCE.indexOf(a) < PRECEDENCE.indexOf(b);
