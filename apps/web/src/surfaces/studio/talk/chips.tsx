import type { StudioEvent, SuggestedAction } from '@atelier/contracts/studio';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { useShownText } from '../shown-text.tsx';

type Props = { readonly actions: readonly SuggestedAction[]; readonly onAction: (event: StudioEvent) => void };

/** What could come next; a press does it. */
export const Chips = ({ actions, onAction }: Props) => {
  const { t } = useTranslation('studio');
  const shown = useShownText();
  if (actions.length === 0) return null;
  return (
    <ul aria-label={t('talk.suggestions')} className="flex flex-wrap gap-1.5">
      {actions.map(({ label, event }) => (
        <li key={shown(label)}>
          <Button
            size="sm"
            className="h-auto min-h-7 whitespace-normal rounded-full py-1 text-start"
            onClick={() => onAction(event)}
          >
            <bdi>{shown(label)}</bdi>
          </Button>
        </li>
      ))}
    </ul>
  );
};
