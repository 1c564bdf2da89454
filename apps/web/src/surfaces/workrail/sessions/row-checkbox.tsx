type Props = {
  readonly label: string;
  readonly checked: boolean | 'mixed';
  readonly onChange: (checked: boolean, isRange: boolean) => void;
  /** Only one row of a long list is reached by the tab key. */
  readonly tabStop?: boolean;
};

/** A box without words beside it: what it stands for is the row it is in. */
export const RowCheckbox = ({ label, checked, onChange, tabStop = true }: Props) => (
  <label className="order-first flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-sm">
    <input
      type="checkbox"
      aria-label={label}
      tabIndex={tabStop ? 0 : -1}
      checked={checked === true}
      ref={(box) => {
        if (box) box.indeterminate = checked === 'mixed';
      }}
      onChange={(event) => onChange(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)}
      className="size-4 accent-accent-solid"
    />
  </label>
);
