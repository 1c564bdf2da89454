import { z } from 'zod';
import { languages } from './settings.ts';

/**
 * What the server writes on the page itself, as `data-` attributes of its root element: for a browser that is not
 * signed in and can ask for nothing else.
 */
export const PageFacts = z.object({
  /** The language of the installation. */
  language: z.enum(languages).optional().catch(undefined),
  /** Why the link that led here signed nobody in. */
  link: z.enum(['used', 'expired', 'unknown']).optional().catch(undefined),
});
export type PageFacts = z.infer<typeof PageFacts>;
