import type { Toast } from './toast-store.ts';

const leastMs = 5000;
/** What went wrong is often read twice, and acted on. */
const leastOfTroubleMs = 12_000;
/** Slower than most people read, because it is read beside other work. */
const perLetterMs = 90;

/** How long a toast stays, so that whoever sees it can read all of it. */
export const readingMs = ({ title, detail = '', tone }: Pick<Toast, 'title' | 'detail' | 'tone'>): number =>
  Math.max(tone === 'danger' ? leastOfTroubleMs : leastMs, (title.length + detail.length) * perLetterMs);
