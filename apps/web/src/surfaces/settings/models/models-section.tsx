import type { ModelsView } from '@atelier/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { useModels } from '../../../models/use-models.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { SectionPage } from '../section-page.tsx';

type Props = {
  readonly title: string;
  readonly detail: string;
  readonly action?: ReactNode;
  readonly children: (view: ModelsView) => ReactNode;
};

/** The frame of every page about models: being fetched, refused with a way on, or there. */
export const ModelsSection = ({ title, detail, action, children }: Props) => {
  const { t } = useTranslation('shell');
  const { view, refusal, reload } = useModels();
  const refusalText = useRefusalText('settings');
  const busy = view === undefined && refusal === undefined;
  return (
    <SectionPage title={title} detail={detail} busy={busy} action={action}>
      {refusal !== undefined && (
        <Banner
          tone="danger"
          title={refusalText(refusal)}
          action={
            <Button size="sm" onClick={reload}>
              {t('tryAgain')}
            </Button>
          }
        />
      )}
      {busy && <SkeletonLines lines={8} />}
      {view !== undefined && children(view)}
    </SectionPage>
  );
};
