import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import type { ProjectStore } from '../project-store.ts';
import { useAct, useProjectView } from '../use-project.ts';

/** A turn that a stop of the server cut off. Nothing of it happened; it can be sent again. */
export const AbandonedCard = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const { session } = useProjectView(project);
  const act = useAct(project);
  const { abandoned } = session;
  if (abandoned === null) return null;
  return (
    <Banner
      tone="draft"
      title={t('talk.abandoned')}
      action={
        <Button
          size="sm"
          icon={<RotateCcw size={13} />}
          onClick={() => void act({ type: 'chatMessage', text: abandoned.text }, abandoned.turnId)}
        >
          {t('talk.retry')}
        </Button>
      }
    >
      <q dir="auto">{abandoned.text}</q>
    </Banner>
  );
};
