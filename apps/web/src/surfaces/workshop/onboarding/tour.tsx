import { FileCheck2, FlaskConical, Hammer, Lock, PenLine, SquarePen } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keep, readKept } from '../../../preferences/local-storage.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

type Props = { readonly onClose: () => void; readonly onSample: () => void; readonly isBusy: boolean };

const seenKey = 'atelier.workshop.tour';
const steps = ['welcome', 'scope', 'draft', 'review', 'sample', 'job'] as const;
type StepId = (typeof steps)[number];

const iconOf: Readonly<Record<StepId, ReactNode>> = {
  welcome: <Hammer size={22} aria-hidden="true" />,
  scope: <Lock size={22} aria-hidden="true" />,
  draft: <SquarePen size={22} aria-hidden="true" />,
  review: <FileCheck2 size={22} aria-hidden="true" />,
  sample: <FlaskConical size={22} aria-hidden="true" />,
  job: <PenLine size={22} aria-hidden="true" />,
};

/** Whether nobody has seen or skipped the tour in this browser. */
export const isTourDue = (): boolean => readKept(seenKey) === null;

/** Six short steps, each of which can be skipped; the last two lead to a first job that needs no key. */
export const Tour = ({ onClose, onSample, isBusy }: Props) => {
  const { t } = useTranslation('workshop');
  const [at, setAt] = useState(0);
  const next = useRef<HTMLButtonElement>(null);
  const step = steps[at] ?? 'welcome';
  const isLast = at === steps.length - 1;
  const leave = () => {
    keep(seenKey, 'seen');
    onClose();
  };
  const create = () => {
    keep(seenKey, 'seen');
    onSample();
  };
  return (
    <Dialog
      open
      onOpenChange={leave}
      title={t(`tour.${step}.title`)}
      width="md"
      focus={next}
      footer={
        <>
          <Button tone="quiet" onClick={leave} className="me-auto">
            {t('tour.skip')}
          </Button>
          {at > 0 && <Button onClick={() => setAt(at - 1)}>{t('tour.back')}</Button>}
          {isLast ? (
            <Button ref={next} tone="primary" busy={isBusy} icon={<FlaskConical size={15} />} onClick={create}>
              {t('tour.sample.do')}
            </Button>
          ) : (
            <Button ref={next} tone="primary" onClick={() => setAt(at + 1)}>
              {t('tour.next')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-4">
        <div className="flex items-start gap-4 rounded-md border border-line bg-sunken p-4">
          <span className="flex size-11 shrink-0 items-center justify-center rounded-lg border border-line bg-raised text-accent-text">
            {iconOf[step]}
          </span>
          <p className="text-pretty text-lg">{t(`tour.${step}.text`)}</p>
        </div>
        <p role="status" className="flex items-center gap-3 text-faint text-sm">
          {t('tour.step', { at: at + 1, of: steps.length })}
          <span aria-hidden="true" className="flex gap-1">
            {steps.map((each, index) => (
              <span key={each} className={`h-1 w-6 rounded-full ${index <= at ? 'bg-accent' : 'bg-line-strong'}`} />
            ))}
          </span>
        </p>
      </div>
    </Dialog>
  );
};
