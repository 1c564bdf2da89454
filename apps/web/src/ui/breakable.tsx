import { Fragment } from 'react';
import { breakPoints } from './break-points.ts';

/** A long name that breaks behind its dots, dashes and slashes; inside a word only where `wrap-anywhere` must. */
export const Breakable = ({ text }: { readonly text: string }) =>
  breakPoints(text).map(({ at, piece }) => (
    <Fragment key={at}>
      {piece}
      <wbr />
    </Fragment>
  ));
