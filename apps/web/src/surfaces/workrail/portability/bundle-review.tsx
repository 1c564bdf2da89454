import type { ValueOf } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Id } from '../parts/facts.tsx';

type Props = {
  readonly review: ValueOf<'BundleReview'>;
  readonly busy: boolean;
  readonly onImport: () => void;
  readonly onCancel: () => void;
};

/** Who signed a bundle and what agents would be told, before anybody goes on from it. */
export const BundleReview = ({ review: { signedBy, prompts }, busy, onImport, onCancel }: Props) => {
  const { t } = useTranslation('workrail');
  const fingerprint = signedBy.kind === 'nobody' ? '' : signedBy.fingerprint;
  return (
    <section aria-label={t('portability.review')} className="mt-4 flex flex-col gap-3">
      <Banner tone="draft" title={t('portability.review')}>
        <p>{t(`portability.signedBy.${signedBy.kind}`, { fingerprint })}</p>
        {prompts.length > 0 && <p>{t('portability.reviewDetail')}</p>}
      </Banner>
      {prompts.map((prompt) => (
        <article key={`${prompt.workflowId} ${prompt.stepId}`} className="rounded-md border border-line p-3">
          <h3 dir="auto" className="font-medium">
            {prompt.title}
          </h3>
          <Id value={`${prompt.workflowId} · ${prompt.stepId}`} />
          <dl className="mt-2 flex flex-col gap-2 text-sm">
            <dt className="text-muted">{t('portability.promptHere')}</dt>
            <dd dir="auto" className="whitespace-pre-wrap">
              {prompt.here ?? t('portability.promptNew')}
            </dd>
            <dt className="text-muted">{t('portability.promptInBundle')}</dt>
            <dd dir="auto" className="whitespace-pre-wrap">
              {prompt.inBundle}
            </dd>
          </dl>
        </article>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" busy={busy} onClick={onImport}>
          {t('portability.importAnyway')}
        </Button>
        <Button onClick={onCancel}>{t('portability.notNow')}</Button>
      </div>
    </section>
  );
};
