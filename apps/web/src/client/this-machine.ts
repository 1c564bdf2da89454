const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost']);

/** Under these names alone a page is on the computer that Atelier runs on. */
export const isThisMachine = (): boolean => loopback.has(location.hostname);
