const crashes = 3;
const window = 10 * 60_000;

/** Blobs that keep killing workers. They are left alone for as long as this layer's version runs. */
export const createQuarantine = (now: () => number = Date.now) => {
  const crashesByVersion = new Map<string, number[]>();
  const held = new Set<string>();
  return {
    note: (version: string): void => {
      const recent = [...(crashesByVersion.get(version) ?? []), now()].filter((at) => at > now() - window);
      crashesByVersion.set(version, recent);
      if (recent.length >= crashes) held.add(version);
    },
    holds: (version: string): boolean => held.has(version),
  };
};
