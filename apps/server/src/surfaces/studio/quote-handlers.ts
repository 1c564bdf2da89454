import { ok } from '@atelier/kernel/core';
import type { Handlers } from '../surface.ts';
import type { OpenStudio } from './open-studio.ts';
import { callerOf } from './project-handlers.ts';
import { refusedBy } from './words.ts';

type Names = 'StudioQuoteGet' | 'StudioQuoteCompare' | 'StudioQuoteSummary' | 'StudioLegacyGet';

/** What is read of quotes and of what came in from elsewhere; changing them is a turn. */
export const createQuoteHandlers = ({ quotes }: OpenStudio): Handlers<Names> => ({
  StudioQuoteGet: async ({ projectId }, caller) => {
    const found = await quotes.working(projectId, callerOf(caller));
    return found.ok ? found : refusedBy('StudioQuoteGet', found.error);
  },
  StudioQuoteCompare: async ({ projectId, ...which }, caller) => {
    const found = await quotes.compare(projectId, which, callerOf(caller));
    return found.ok ? ok({ comparison: found.value }) : refusedBy('StudioQuoteCompare', found.error);
  },
  StudioQuoteSummary: async ({ projectId, quoteId }, caller) => {
    const found = await quotes.summary(projectId, quoteId, callerOf(caller));
    return found.ok ? found : refusedBy('StudioQuoteSummary', found.error);
  },
  StudioLegacyGet: async ({ projectId }, caller) => {
    const found = await quotes.legacy(projectId, callerOf(caller));
    return found.ok ? ok({ conversations: found.value }) : refusedBy('StudioLegacyGet', found.error);
  },
});
