/** A file name as its base and its extension with the dot; a name that begins with its only dot is all base. */
export const splitName = (name: string): { readonly base: string; readonly extension: string } => {
  const dot = name.lastIndexOf('.');
  const isExtension = dot > 0 && /^\.[A-Za-z0-9]{1,8}$/.test(name.slice(dot));
  return isExtension ? { base: name.slice(0, dot), extension: name.slice(dot) } : { base: name, extension: '' };
};

/**
 * A file name inside a sentence: the extension stands after the base whatever letters the base has. Names without
 * right-to-left letters need no help and stay as they are.
 */
export const nameInText = (name: string): string => {
  if (!/[\u0590-\u08ff]/.test(name)) return name;
  const { base, extension } = splitName(name);
  return `\u2066\u2068${base}\u2069${extension}\u2069`;
};
