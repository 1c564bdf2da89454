import type { Json } from '@atelier/kernel/core';
import { z } from 'zod';

export const JsonValue: z.ZodType<Json> = z.json();
export const JsonRecord = z.record(z.string(), JsonValue);
