import type { CodeServer } from './late-code.ts';

type Ports = {
  readonly fetch: typeof fetch;
  /** The page has just come from there, and nothing needs to be asked to know that somebody answers. */
  readonly isOpening?: () => boolean;
  /** The address of the script this page began with; its name changes with every build. */
  readonly entry: () => string | undefined;
};

export const createPageServer = ({ fetch: ask, entry, isOpening }: Ports): CodeServer => ({
  answers: async () => {
    if (isOpening?.()) return true;
    return ask('/', { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    );
  },
  build: async () => {
    const page = await ask('/').then(
      (response) => (response.ok ? response.text() : undefined),
      () => undefined,
    );
    const script = entry();
    if (page === undefined || script === undefined) return 'unknown';
    return page.includes(`"${script}"`) ? 'same' : 'other';
  },
});

// As long as the script that the page begins with runs for the first time.
let isOpening = true;
setTimeout(() => {
  isOpening = false;
});

export const pageServer = createPageServer({
  fetch: (...request) => fetch(...request),
  isOpening: () => isOpening,
  // What comes before it is the builder's own and stays the same from build to build.
  entry: () => [...document.querySelectorAll('script[type=module][src]')].at(-1)?.getAttribute('src') ?? undefined,
});
