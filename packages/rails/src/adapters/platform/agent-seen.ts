import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** `name`: what the client calls itself, where it does. */
const AgentSeen = z.object({ name: z.string().nullable(), at: z.string() });
export type AgentSeen = z.infer<typeof AgentSeen>;

const placeOf = (data: string): string => join(data, 'cache', 'agent-seen.json');
const MOST_NAME = 80;

/** An agent asked for the tools. A sign for people and nothing more: it is not in the log, and free to delete. */
export const noteAgent = async (data: string, name: string | undefined, at: string): Promise<void> => {
  const seen: AgentSeen = { name: name?.trim().slice(0, MOST_NAME) || null, at };
  await mkdir(join(data, 'cache'), { recursive: true });
  await writeFile(placeOf(data), JSON.stringify(seen));
};

/** The agent that connected last; undefined when none did, or the note cannot be read. */
export const lastAgent = (data: string): AgentSeen | undefined => {
  try {
    return AgentSeen.safeParse(JSON.parse(readFileSync(placeOf(data), 'utf8'))).data;
  } catch {
    return undefined;
  }
};
