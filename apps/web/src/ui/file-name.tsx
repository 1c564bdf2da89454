import { splitName } from './split-name.ts';

/** A file name reads the same in every layout: its extension last, a Hebrew base in its own direction. */
export const FileName = ({ name }: { readonly name: string }) => {
  const { base, extension } = splitName(name);
  return (
    <span dir="ltr">
      <bdi>{base}</bdi>
      {extension}
    </span>
  );
};
