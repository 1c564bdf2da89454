import { Fragment } from 'react';

/** A sentence of ours with commands in it, written between backticks: they read left to right and in one piece. */
export const WithCode = ({ text }: { readonly text: string }) =>
  text.split('`').map((piece, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence keep their places
      <code key={at} dir="ltr" className="whitespace-nowrap rounded-[4px] bg-sunken px-1 font-mono text-[0.92em]">
        {piece}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence keep their places
      <Fragment key={at}>{piece}</Fragment>
    ),
  );
