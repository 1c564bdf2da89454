import { startTransition, useEffect, useState } from 'react';

/** As many as are in sight below the head of a draft; the others follow while nothing else happens. */
const atOnce = 5;
const eachTime = 20;

/** How many rows of a long list are drawn whole by now. A draft of hundreds is in sight at once and complete soon. */
export const useDrawnRows = (count: number): number => {
  const [drawn, setDrawn] = useState(atOnce);
  useEffect(() => {
    if (drawn >= count) return;
    const timer = setTimeout(() => startTransition(() => setDrawn((now) => now + eachTime)));
    return () => clearTimeout(timer);
  }, [drawn, count]);
  return drawn;
};
