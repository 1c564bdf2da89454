/** The key files that let somebody in, and what a whole one looks like. */
const forms = {
  /** 32 bytes, base64url. */
  'cookie-key': /^[A-Za-z0-9_-]{43}$/,
  'install-token': /^atl_[A-Za-z0-9_-]{43}$/,
} as const;
export type KeyFile = keyof typeof forms;

/**
 * Why a key cannot be used; undefined when it can. A file cut to its first bytes would still be a key, one that anybody
 * can guess: of a cookie key of one letter nothing is left, and whoever signs with nothing is let in.
 */
export const whyUnusable = (file: KeyFile, text: string): 'empty' | 'incomplete' | undefined => {
  if (text === '') return 'empty';
  return forms[file].test(text) ? undefined : 'incomplete';
};
