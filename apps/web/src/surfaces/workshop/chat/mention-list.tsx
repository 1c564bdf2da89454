import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names.ts';
import { itemClass } from '../../../ui/popover-class.ts';
import { FileIcon } from '../../../ui/tree/file-icon.tsx';
import type { Mentionable } from './mentions.ts';

type Props = {
  readonly id: string;
  readonly found: readonly Mentionable[];
  readonly at: number;
  readonly onAt: (at: number) => void;
  readonly onChoose: (chosen: Mentionable) => void;
};

/** Files and places that fit what is typed after @; the box below keeps the focus and walks this list. */
export const MentionList = ({ id, found, at, onAt, onChoose }: Props) => {
  const { t } = useTranslation('workshop');
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('compose.mentions')}
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
          className={classNames(itemClass)}
        >
          <FileIcon name={each.within ?? each.text} />
          <bdi className="min-w-0 flex-1 truncate">{each.text}</bdi>
          <span className="text-faint text-xs">{t(`compose.mentionKind.${each.kind}`)}</span>
        </div>
      ))}
    </div>
  );
};
