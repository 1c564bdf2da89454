import type { CodeServer } from './late-code.ts';

type Ports = {
  readonly fetch: typeof fetch;
  /** The address of the script this page began with; its name changes with every build. */
  readonly entry: () => string | undefined;
};

export const createPageServer = ({ fetch: ask, entry }: Ports): CodeServer => ({
  answers: () =>
    ask('/', { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    ),
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

export const pageServer = createPageServer({
  fetch: (...request) => fetch(...request),
  entry: () => document.querySelector('script[type=module][src]')?.getAttribute('src') ?? undefined,
});
