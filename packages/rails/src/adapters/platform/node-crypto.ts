import { createHmac, randomBytes } from 'node:crypto';
import type { HmacSha256 } from '../../core/crypto.ts';
import type { AttemptId } from '../../core/ids.ts';
import { ID_BYTES, idFromBytes } from '../../core/ids.ts';

export const hmacSha256: HmacSha256 = (key, bytes) => createHmac('sha256', key).update(bytes).digest();

export const randomAttempt = (): AttemptId => idFromBytes('attempt', randomBytes(ID_BYTES));
