import type { Settings } from '@atelier/contracts';
import { useId } from 'react';

type Props = {
  readonly theme: Settings['theme'];
  readonly chosen: boolean;
  readonly label: string;
  readonly detail: string;
  readonly onChoose: () => void;
};

/** A radio button that shows what it chooses: a small Atelier drawn in that theme's own colours. */
export const ThemeCard = ({ theme, chosen, label, detail, onChoose }: Props) => {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex cursor-pointer flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-low hover:border-line-strong has-checked:border-accent has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
    >
      <span className="relative block h-28 overflow-hidden border-line border-b">
        {theme !== 'dark' && <Miniature shade="light" />}
        {theme !== 'light' && <Miniature shade="dark" half={theme === 'auto'} />}
      </span>
      <span className="flex items-start gap-2.5 px-3.5 py-3">
        <input
          id={id}
          type="radio"
          name="theme"
          checked={chosen}
          onChange={onChoose}
          aria-describedby={`${id}-detail`}
          className="mt-1 size-3.5 shrink-0 accent-accent-solid outline-none"
        />
        <span className="min-w-0">
          <span className="block font-medium">{label}</span>
          <span id={`${id}-detail`} className="block text-pretty text-muted text-sm">
            {detail}
          </span>
        </span>
      </span>
    </label>
  );
};

const Miniature = ({ shade, half = false }: { readonly shade: 'light' | 'dark'; readonly half?: boolean }) => (
  <span
    data-theme={shade}
    aria-hidden="true"
    className="absolute inset-0 flex gap-2 bg-desk p-2"
    style={half ? { clipPath: 'polygon(58% 0, 100% 0, 100% 100%, 42% 100%)' } : {}}
  >
    <span className="flex w-1/4 flex-col gap-1.5 pt-1">
      <span className="h-1.5 w-3/5 rounded-full bg-text" />
      <span className="mt-1 h-1.5 rounded-full bg-line-strong" />
      <span className="h-1.5 rounded-full bg-accent" />
      <span className="h-1.5 w-4/5 rounded-full bg-line-strong" />
    </span>
    <span className="flex flex-1 flex-col gap-1.5 rounded-md border border-line bg-ground p-2.5">
      <span className="h-2 w-2/5 rounded-full bg-text" />
      <span className="h-1.5 w-4/5 rounded-full bg-line-strong" />
      <span className="h-1.5 w-3/5 rounded-full bg-line-strong" />
      <span className="mt-auto flex gap-1.5">
        <span className="h-3.5 w-9 rounded-[4px] bg-accent-solid" />
        <span className="h-3.5 w-9 rounded-[4px] border border-line-strong bg-raised" />
      </span>
    </span>
  </span>
);
