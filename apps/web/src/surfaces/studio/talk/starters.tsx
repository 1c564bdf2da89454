import type { ProjectStage } from '@atelier/contracts/studio';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';

type Props = {
  readonly stage: ProjectStage;
  readonly hasElements: boolean;
  readonly onOffer: (text: string) => void;
};

/** First words for an empty conversation: put into the box, and sent by a person. */
export const Starters = ({ stage, hasElements, onOffer }: Props) => {
  const { t } = useTranslation('studio');
  const offers =
    stage === 'ideation' && !hasElements
      ? (['questions', 'ideas', 'wall'] as const)
      : (['counter', 'plan', 'check'] as const);
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 py-10 text-center">
      <p className="font-medium text-lg">{t('talk.empty')}</p>
      <p className="text-pretty text-muted">{t('talk.emptyDetail')}</p>
      <ul className="flex flex-wrap justify-center gap-2">
        {offers.map((offer) => (
          <li key={offer}>
            <Button size="sm" onClick={() => onOffer(t(`starter.${offer}`))}>
              {t(`starter.${offer}`)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
};
