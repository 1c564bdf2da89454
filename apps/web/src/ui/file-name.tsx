import { splitName } from './split-name.ts';

type Props = {
  readonly name: string;
  /** On one line: where it is too long for it, the base is cut and the extension stays. */
  readonly isOneLine?: boolean;
};

/** A file name reads the same in every layout: its extension last, a Hebrew base in its own direction. */
export const FileName = ({ name, isOneLine = false }: Props) => {
  const { base, extension } = splitName(name);
  return (
    <span dir="ltr" className={isOneLine ? 'inline-flex max-w-full align-bottom' : undefined}>
      <bdi className={isOneLine ? 'min-w-0 truncate' : undefined}>{base}</bdi>
      {isOneLine ? <span className="shrink-0">{extension}</span> : extension}
    </span>
  );
};
