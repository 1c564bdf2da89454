import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../../../client/use-projection.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useBench } from './bench-context.ts';
import { draftQuestions } from './draft-choice.ts';

/** Somebody wants to go on while a Draft is open: it is published or discarded first, or nothing happens. */
export const DraftChoiceDialog = () => {
  const { t } = useTranslation(['workshop', 'shell']);
  const question = useProjection(draftQuestions);
  const { view, acts } = useBench();
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState<'publish' | 'discard'>();
  const [isSettled, setSettled] = useState(false);
  // What waited names the state it saw, so it goes on once this tab has seen the Draft go.
  const isFree = isSettled && view.draft === null;
  useEffect(() => {
    if (!isFree) return;
    setSettled(false);
    setBusy(undefined);
    question?.answer(true);
  }, [isFree, question]);
  if (question === undefined) return null;
  const settle = async (how: 'publish' | 'discard') => {
    setBusy(how);
    const done = how === 'publish' ? await acts.said(acts.publishReply(true)) : await acts.discard();
    if (done !== undefined) return setSettled(true);
    setBusy(undefined);
    question.answer(false);
  };
  return (
    <Dialog
      open
      onOpenChange={() => question.answer(false)}
      title={t('draftChoice.title')}
      description={t('draftChoice.detail')}
      width="sm"
      focus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={() => question.answer(false)}>
            {t('shell:cancel')}
          </Button>
          <Button tone="danger" busy={busy === 'discard'} onClick={() => void settle('discard')}>
            {t('review.discard')}
          </Button>
          <Button tone="primary" busy={busy === 'publish'} onClick={() => void settle('publish')}>
            {t('review.publish')}
          </Button>
        </>
      }
    >
      {view.draft?.isIncomplete === true && <Banner tone="draft" title={t('review.publishUnfinished')} />}
    </Dialog>
  );
};
