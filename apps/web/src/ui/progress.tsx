import { Progress as Primitive } from 'radix-ui';

type Props = { readonly label: string; readonly done?: number; readonly total?: number };

/** With a total it fills; without one it only says that work goes on. */
export const Progress = ({ label, done, total }: Props) => {
  const known = done !== undefined && total !== undefined && total > 0;
  const share = known ? Math.min(1, done / total) : 0;
  return (
    <Primitive.Root
      aria-label={label}
      value={known ? Math.round(share * 100) : null}
      className="relative h-1.5 w-full overflow-hidden rounded-full bg-line"
    >
      {known ? (
        <Primitive.Indicator
          className="h-full rounded-full bg-accent transition-[width] duration-200"
          style={{ width: `${share * 100}%` }}
        />
      ) : (
        <Primitive.Indicator className="h-full w-1/3 animate-sweep rounded-full bg-accent motion-reduce:w-full motion-reduce:animate-none motion-reduce:opacity-40" />
      )}
    </Primitive.Root>
  );
};
