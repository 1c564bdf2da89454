import type { Issue, WorkingQuoteView } from '@atelier/contracts/studio';
import { FileCheck2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { IssueLine } from '../draft/issue-list.tsx';
import { Money } from '../money.tsx';
import type { ProjectStore } from '../project-store.ts';
import { useShownText } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { Remedy } from './remedy.tsx';

type Locale = 'he' | 'en' | 'both';
type Props = {
  readonly project: ProjectStore;
  readonly working: WorkingQuoteView;
  /** False while something that was done is not in it yet. */
  readonly isNow: boolean;
  readonly locale: Locale;
};

/** Freezes the quote: what blocks it is listed, and what has to be known is ticked first. */
export const IssueQuote = ({ project, working, isNow, locale }: Props) => {
  const { t } = useTranslation('studio');
  const act = useAct(project);
  const shown = useShownText();
  const { role, project: record } = useProjectView(project);
  const [isOpen, setOpen] = useState(false);
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const [clientRef, setClientRef] = useState('');
  const [busy, setBusy] = useState(false);
  // Boxes come once they are those that count: one that goes by itself would let the next slip under the pointer.
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (isOpen && isNow) setShown(true);
  }, [isOpen, isNow]);
  const { blocked, toAcknowledge } = working;
  const isReady = isShown && isNow && blocked.length === 0 && toAcknowledge.every((each) => known.has(saidBy(each)));

  const issue = async () => {
    setBusy(true);
    const done = await act({
      type: 'issueQuote',
      locale,
      acknowledge: toAcknowledge.map(({ code }) => code),
      seenTotalMinor: working.totalMinor,
      ...(clientRef.trim() === '' ? {} : { clientRef: clientRef.trim() }),
    });
    setBusy(false);
    if (done?.outcome !== 'done') return;
    setOpen(false);
    toasts.show({ tone: 'published', title: done.assistantMessage.text });
  };
  return (
    <>
      <Button
        tone="primary"
        size="sm"
        icon={<FileCheck2 size={14} />}
        disabled={role !== 'owner'}
        title={role === 'owner' ? undefined : t('quote.ownersOnly')}
        onClick={() => {
          setKnown(new Set());
          setShown(isNow);
          setOpen(true);
        }}
      >
        {t('quote.issue')}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('quote.issueTitle', { version: working.nextVersion })}
        description={t('quote.issueDetail')}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('quote.cancel')}</Button>
            <Button tone="primary" disabled={!isReady} busy={busy} onClick={() => void issue()}>
              {t('quote.issueNow')}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4 pb-2">
          <p className="flex items-baseline justify-between gap-4 text-lg">
            {t('quote.total')}
            <Money minor={working.totalMinor} currency={record.currency} className="font-semibold tabular-nums" />
          </p>
          {!isShown && <SkeletonLines lines={3} />}
          {isShown && blocked.length > 0 && (
            <section className="flex flex-col gap-2">
              <h3 className="font-medium">{t('quote.blocked')}</h3>
              {blocked.map((issue) => (
                <div key={issue.code} className="flex flex-col gap-1.5">
                  <IssueLine issue={issue} />
                  <Remedy project={project} working={working} code={issue.code} />
                </div>
              ))}
            </section>
          )}
          {isShown && toAcknowledge.length > 0 && (
            <section className="flex flex-col gap-2">
              <h3 className="font-medium">{t('quote.acknowledge')}</h3>
              {toAcknowledge.map((each) => (
                <div key={each.code} className="flex flex-col gap-1.5">
                  <Checkbox
                    label={shown(each.message)}
                    checked={known.has(saidBy(each))}
                    onChange={(isKnown) => setKnown(withOne(known, saidBy(each), isKnown))}
                  />
                  <Remedy project={project} working={working} code={each.code} />
                </div>
              ))}
            </section>
          )}
          <TextField
            label={t('quote.clientRef')}
            hint={t('quote.clientRefHint')}
            maxLength={120}
            value={clientRef}
            onChange={(event) => setClientRef(event.target.value)}
          />
        </div>
      </Dialog>
    </>
  );
};

/** A tick is about a sentence: one that says something else by now has not been read. */
const saidBy = ({ message }: Issue): string => `${message.he}\n${message.en}`;

const withOne = (known: ReadonlySet<string>, one: string, isIn: boolean): ReadonlySet<string> => {
  const next = new Set(known);
  if (isIn) next.add(one);
  else next.delete(one);
  return next;
};
