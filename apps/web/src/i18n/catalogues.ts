import { surfaces } from '../surfaces/registry.ts';
import type { Messages } from './messages.ts';
import { shellEn } from './shell.en.ts';
import { shellHe } from './shell.he.ts';

const bySurface = (language: 'en' | 'he') =>
  Object.fromEntries(surfaces.map(({ id, messages }) => [id, messages[language]]));

/** Every sentence of the web app: language → namespace → key. */
export const catalogues: Readonly<Record<'en' | 'he', Readonly<Record<string, Messages>>>> = {
  en: { shell: shellEn, ...bySurface('en') },
  he: { shell: shellHe, ...bySurface('he') },
};
