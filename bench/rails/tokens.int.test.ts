import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { measureTokens } from './tokens.ts';

const List = z.union([
  z.array(z.looseObject({ name: z.string() })),
  z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) }),
]);

test('[RL-64] a step is at most 400 tokens of text, the list of tools 3,000, and no answer has a schema to compile', {
  timeout: 180_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-tokens-'));
  try {
    const { most, steps, listed, list } = await measureTokens(folder);
    expect(steps).toBe(20);
    expect(most).toBeGreaterThan(50);
    expect(most).toBeLessThanOrEqual(400);
    expect(listed).toBeLessThanOrEqual(3_000);
    const parsed = List.parse(list);
    const tools = Array.isArray(parsed) ? parsed : parsed.tools;
    expect(tools).toHaveLength(6);
    // A client of the first major compiles every schema of an answer that it is listed.
    for (const tool of tools) expect(tool).not.toHaveProperty('outputSchema');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
