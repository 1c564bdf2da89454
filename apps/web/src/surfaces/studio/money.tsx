import { moneyText } from '@atelier/studio/view';

type Props = {
  readonly minor: number;
  readonly currency: string;
  /** Says which way it goes: +₪1,240. */
  readonly signed?: boolean;
  readonly className?: string;
};

/** An amount, left to right wherever it stands. */
export const Money = ({ minor, currency, signed = false, className = 'tabular-nums' }: Props) => (
  <bdi dir="ltr" className={className}>
    {signed && minor > 0 && '+'}
    {moneyText(minor, currency)}
  </bdi>
);
