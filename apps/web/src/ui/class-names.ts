/** Joins the class names that apply; the rest fall away. */
export const classNames = (...names: ReadonlyArray<string | false | undefined>): string =>
  names.filter((name) => name !== false && name !== undefined && name !== '').join(' ');
