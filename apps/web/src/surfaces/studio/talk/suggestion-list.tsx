import { itemClass } from '../../../ui/popover-class.ts';

export type Suggestion = {
  readonly id: string;
  /** As it is put into the message. */
  readonly word: string;
  readonly names: readonly string[];
  readonly note: string;
};

type Props = {
  readonly id: string;
  readonly label: string;
  readonly found: readonly Suggestion[];
  readonly at: number;
  readonly onAt: (at: number) => void;
  readonly onChoose: (chosen: Suggestion) => void;
};

/** What fits the word being typed; the box below keeps the focus and walks this list. */
export const SuggestionList = ({ id, label, found, at, onAt, onChoose }: Props) => (
  <div
    id={id}
    role="listbox"
    aria-label={label}
    className="absolute inset-x-0 bottom-full z-20 mb-2 max-h-64 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-high"
  >
    {found.map((each, index) => (
      // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus and names the chosen option
      // biome-ignore lint/a11y/useKeyWithClickEvents: the box below handles the keys
      <div
        key={each.id}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === at}
        data-highlighted={index === at ? '' : undefined}
        onPointerMove={() => onAt(index)}
        // A press must not take the focus out of the box.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(each)}
        className={itemClass}
      >
        <bdi className="min-w-0 truncate font-medium">{each.word}</bdi>
        <span className="min-w-0 flex-1 truncate text-end text-faint text-xs">{each.note}</span>
      </div>
    ))}
  </div>
);
