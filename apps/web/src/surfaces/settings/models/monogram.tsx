/** The first letter of a name in a small square: tells rows apart without borrowing anybody's mark. */
export const Monogram = ({ name }: { readonly name: string }) => (
  <span
    aria-hidden="true"
    className="flex size-9 shrink-0 items-center justify-center rounded-md border border-line bg-sunken font-semibold text-base text-muted"
  >
    {name.slice(0, 1)}
  </span>
);
