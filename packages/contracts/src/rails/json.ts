import type { Json, JsonObject as KernelJsonObject } from '@atelier/kernel/core';
import { z } from 'zod';

// The kernel's JSON is read-only, which Zod's own type is not; the values are the same.
export const JsonValue = z.json() as unknown as z.ZodType<Json>;
export const JsonObject = z.record(z.string(), z.json()) as unknown as z.ZodType<KernelJsonObject>;
