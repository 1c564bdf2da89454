import { FileCheck2, FlaskConical, Hammer, Lock, PenLine, SquarePen } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
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

/** The tour on the first page of somebody who has no Workbench yet; nothing stands in front of anything. */
export const TourOnPage = (props: Props) => {
  const { step, ...tour } = useTour(props);
  const { t } = useTranslation('workshop');
  const title = useId();
  return (
    <section
      aria-labelledby={title}
      className="board flex justify-center rounded-lg border border-line bg-sunken px-4 py-10"
    >
      <div className="flex w-full max-w-xl flex-col gap-5 rounded-lg border border-line bg-ground p-6 shadow-mid">
        <h2 id={title} className="font-semibold text-xl">
          {t(`tour.${step}.title`)}
        </h2>
        {tour.content}
        <footer className="flex flex-wrap justify-end gap-2">{tour.buttons}</footer>
      </div>
    </section>
  );
};

/** The same tour, opened again. */
export const TourDialog = (props: Props) => {
  const { step, next, ...tour } = useTour(props);
  const { t } = useTranslation('workshop');
  return (
    <Dialog
      open
      onOpenChange={tour.leave}
      title={t(`tour.${step}.title`)}
      width="md"
      focus={next}
      footer={tour.buttons}
    >
      <div className="pb-4">{tour.content}</div>
    </Dialog>
  );
};

/** Six short steps, each of which can be skipped; each leads to the sample, whose first job needs no key. */
const useTour = ({ onClose, onSample, isBusy }: Props) => {
  const { t } = useTranslation('workshop');
  const [at, setAt] = useState(0);
  const next = useRef<HTMLButtonElement>(null);
  const step = steps[at] ?? 'welcome';
  const isLast = at === steps.length - 1;
  const leave = () => {
    keep(seenKey, 'seen');
    onClose();
  };
  const open = () => {
    keep(seenKey, 'seen');
    onSample();
  };
  const content = (
    <div className="flex flex-col gap-4">
      <div className="flex items-start gap-4 rounded-md border border-line bg-sunken p-4">
        <span className="flex size-11 shrink-0 items-center justify-center rounded-lg border border-line bg-raised text-accent-text">
          {iconOf[step]}
        </span>
        <p aria-live="polite" className="text-pretty text-lg">
          {t(`tour.${step}.text`)}
        </p>
      </div>
      <p className="flex items-center gap-3 text-faint text-sm">
        {t('tour.step', { at: at + 1, of: steps.length })}
        <span aria-hidden="true" className="flex gap-1">
          {steps.map((each, index) => (
            <span key={each} className={`h-1 w-6 rounded-full ${index <= at ? 'bg-accent' : 'bg-line-strong'}`} />
          ))}
        </span>
      </p>
    </div>
  );
  const buttons = (
    <>
      <Button tone="quiet" onClick={leave} className="me-auto">
        {t('tour.skip')}
      </Button>
      {!isLast && (
        <Button icon={<FlaskConical size={15} />} busy={isBusy} onClick={open}>
          {t('tour.sample.do')}
        </Button>
      )}
      {at > 0 && <Button onClick={() => setAt(at - 1)}>{t('tour.back')}</Button>}
      {/* One button all the way, so that its focus stays. */}
      <Button
        ref={next}
        tone="primary"
        busy={isLast && isBusy}
        {...(isLast ? { icon: <FlaskConical size={15} /> } : {})}
        onClick={isLast ? open : () => setAt(at + 1)}
      >
        {t(isLast ? 'tour.sample.do' : 'tour.next')}
      </Button>
    </>
  );
  return { step, next, content, buttons, leave };
};
