import { lazyPart } from './lazy-part.tsx';

// It brings the editor with it, and most pages compare nothing.
export const TextDiff = lazyPart(() => import('../ui/diff/text-diff.tsx'));
