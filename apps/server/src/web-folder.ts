import { fileURLToPath } from 'node:url';

/** Where the web build leaves its files. */
export const builtWebFolder: string = fileURLToPath(new URL('../../web/dist', import.meta.url));
