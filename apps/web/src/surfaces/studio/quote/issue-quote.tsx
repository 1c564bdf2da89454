import type { WorkingQuoteView } from '@atelier/contracts/studio';
import { FileCheck2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { IssueLine } from '../draft/issue-list.tsx';
import { Money } from '../money.tsx';
import type { ProjectStore } from '../project-store.ts';
import { useShownText } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { Remedy } from './remedy.tsx';

type Locale = 'he' | 'en' | 'both';
type Props = { readonly project: ProjectStore; readonly working: WorkingQuoteView; readonly locale: Locale };

/** Freezes the quote: what blocks it is listed, and what has to be known is ticked first. */
export const IssueQuote = ({ project, working, locale }: Props) => {
  const { t } = useTranslation('studio');
  const act = useAct(project);
  const shown = useShownText();
  const { role, project: record } = useProjectView(project);
  const [isOpen, setOpen] = useState(false);
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const [clientRef, setClientRef] = useState('');
  const [busy, setBusy] = useState(false);
  const { blocked, toAcknowledge } = working;
  const isReady = blocked.length === 0 && toAcknowledge.every(({ code }) => known.has(code));

  const issue = async () => {
    setBusy(true);
    const done = await act({
      type: 'issueQuote',
      locale,
      acknowledge: [...known],
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
          {blocked.length > 0 && (
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
          {toAcknowledge.length > 0 && (
            <section className="flex flex-col gap-2">
              <h3 className="font-medium">{t('quote.acknowledge')}</h3>
              {toAcknowledge.map(({ code, message }) => (
                <div key={code} className="flex flex-col gap-1.5">
                  <Checkbox
                    label={shown(message)}
                    checked={known.has(code)}
                    onChange={(isKnown) => setKnown(withCode(known, code, isKnown))}
                  />
                  <Remedy project={project} working={working} code={code} />
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

const withCode = (known: ReadonlySet<string>, code: string, isIn: boolean): ReadonlySet<string> => {
  const next = new Set(known);
  if (isIn) next.add(code);
  else next.delete(code);
  return next;
};
