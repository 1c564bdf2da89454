/** The pieces of a name, each with the sign that ends it and where it begins. */
export const breakPoints = (text: string): readonly { readonly at: number; readonly piece: string }[] =>
  [...text.matchAll(/[^._/\\-]*[._/\\-]+|[^._/\\-]+/g)].map(({ index, 0: piece }) => ({ at: index, piece }));
