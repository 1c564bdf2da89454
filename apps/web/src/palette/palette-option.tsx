import { classNames } from '../ui/class-names.ts';
import { Kbd } from '../ui/kbd.tsx';
import type { PaletteCommand } from './command.ts';

type Props = {
  readonly id: string;
  readonly title: string;
  /** Said more quietly beside it. */
  readonly detail: string | undefined;
  /** Which letters of the title matched what was typed. */
  readonly marked: readonly number[];
  readonly command: PaletteCommand;
  readonly chosen: boolean;
  readonly onPoint: () => void;
  readonly onRun: () => void;
};

export const PaletteOption = ({ id, title, detail, marked, command, chosen, onPoint, onRun }: Props) => {
  const Icon = command.icon;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      onPointerMove={chosen ? undefined : onPoint}
      onClick={onRun}
      className={classNames(
        'flex h-9 cursor-default items-center gap-3 rounded-sm px-2.5 select-none',
        chosen ? 'bg-accent-soft text-text' : 'text-text',
      )}
    >
      <Icon size={16} aria-hidden="true" className={chosen ? 'text-accent-text' : 'text-faint'} />
      <bdi className={classNames('min-w-0 truncate', detail === undefined && 'flex-1')}>
        {runsOf(title, marked).map(({ text, match, at }) =>
          match ? (
            <mark key={at} className="bg-transparent font-semibold text-accent-text">
              {text}
            </mark>
          ) : (
            <span key={at}>{text}</span>
          ),
        )}
      </bdi>
      {detail !== undefined && <bdi className="min-w-0 flex-1 truncate text-faint text-sm">{detail}</bdi>}
      {command.shortcut !== undefined && <Kbd keys={command.shortcut} />}
    </div>
  );
};

const runsOf = (title: string, marked: readonly number[]) => {
  const runs: { text: string; match: boolean; at: number }[] = [];
  for (const [at, letter] of title.split('').entries()) {
    const match = marked.includes(at);
    const last = runs.at(-1);
    if (last?.match === match) last.text += letter;
    else runs.push({ text: letter, match, at });
  }
  return runs;
};
