import type { LogEvent } from '@atelier/kernel/core';
import { readEvent } from './codec.ts';

type Sought = {
  readonly runId: string;
  readonly path: string;
  readonly revisionId: string | null;
  /** What the place says since then. */
  readonly text: string;
};

/**
 * The calls of a run that may have written what a place says, newest first, by their entries in the tool log. A step
 * often writes a file with one call; where it took several, those that name the words are told, else all of them.
 */
export const callsBehind = (events: readonly LogEvent[], sought: Sought): readonly number[] => {
  const found = writesOf(events, sought);
  const words = JSON.stringify(sought.text.trim()).slice(1, -1);
  const naming = words === '' ? [] : found.filter(({ input }) => input.includes(words));
  return (naming.length > 0 ? naming : found).map(({ entryId }) => entryId).reverse();
};

type Write = { readonly entryId: number; readonly input: string };

const writesOf = (events: readonly LogEvent[], { runId, path, revisionId }: Sought): readonly Write[] => {
  const ofRun: Write[] = [];
  /** Those of the step under way. */
  let writes = new Map<string, Write>();
  for (const recorded of events) {
    const event = readEvent(recorded);
    if (event?.kind === 'tool.called' && event.data.runId === runId) {
      const { callId, entryId, access, input } = event.data;
      if (access === 'write' && Object.values(input).includes(path))
        writes.set(callId, { entryId, input: JSON.stringify(input) });
    } else if (event?.kind === 'tool.returned' && event.data.outcome === 'refused') writes.delete(event.data.callId);
    // A step that is tried again starts from the files as they were.
    else if (event?.kind === 'run.item_started') writes = new Map();
    else if (event?.kind === 'draft.revision_created') {
      if (event.revisionId === revisionId) return [...writes.values()];
      ofRun.push(...writes.values());
      writes = new Map();
    }
  }
  // A lane tells its run under revisions of its own.
  return [...ofRun, ...writes.values()];
};
