import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../../../client/use-projection.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { sightQuestions } from './sight-choice.ts';

/** The model in use cannot see what a message asks about: one that can takes over, or the words go alone. */
export const SightChoiceDialog = () => {
  const { t } = useTranslation(['workshop', 'shell']);
  const question = useProjection(sightQuestions);
  const cancel = useRef<HTMLButtonElement>(null);
  if (question === undefined) return null;
  const { paths, models, answer } = question;
  return (
    <Dialog
      open
      onOpenChange={() => answer(undefined)}
      title={t('sight.title')}
      description={t(models.length === 0 ? 'sight.none' : 'sight.detail')}
      width="sm"
      focus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={() => answer(undefined)}>
            {t('shell:cancel')}
          </Button>
          <Button onClick={() => answer('without')}>{t('sight.without')}</Button>
          {models.length === 0 && (
            <Link to="/settings/models" className={buttonClass('primary', 'md')} onClick={() => answer(undefined)}>
              {t('sight.setUp')}
            </Link>
          )}
        </>
      }
    >
      <ul aria-label={t('sight.pictures')} className="mb-3 flex flex-wrap gap-x-3 text-muted text-sm">
        {paths.map((path) => (
          <li key={path}>
            <FileName name={path} />
          </li>
        ))}
      </ul>
      {models.length > 0 && (
        <ul aria-label={t('sight.models')} className="flex max-h-60 flex-col gap-1.5 overflow-y-auto">
          {models.map(({ modelId, label }) => (
            <li key={modelId}>
              <Button className="w-full justify-start" icon={<Eye size={14} />} onClick={() => answer({ modelId })}>
                <bdi>{label}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
};
