import type { WorkbenchView } from '@atelier/contracts';
import { CircleHelp } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../../../client/use-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useBench } from '../bench/bench-context.ts';

/** What only a person can answer; the same run goes on with it. */
export const QuestionCard = ({ question }: { readonly question: NonNullable<WorkbenchView['question']> }) => {
  const { t } = useTranslation('workshop');
  const { acts, workbenchId } = useBench();
  const card = useRef<HTMLElement>(null);
  const { text, setText } = useDraft(`workbench.${workbenchId}.answer.${question.text.slice(0, 100)}`);
  const [busy, setBusy] = useState(false);
  // Whoever waits for the run must learn that it waits for them.
  useEffect(() => card.current?.focus(), []);
  const answer = async (given: true | string) => {
    setBusy(true);
    const done = await acts.answer(given);
    setBusy(false);
    if (done !== undefined) setText('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') void answer(text.trim());
  };
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label={t('question.title')}
      className="mb-3 flex animate-rise flex-col gap-3 rounded-lg border border-draft/50 bg-draft-soft p-4 outline-none"
    >
      <div className="flex gap-3">
        <CircleHelp size={16} aria-hidden="true" className="mt-1 shrink-0 text-draft-text" />
        <div className="min-w-0">
          <h2 className="font-semibold">{t('question.title')}</h2>
          <p dir="auto" className="whitespace-pre-wrap text-pretty">
            {question.text}
          </p>
        </div>
      </div>
      {question.wants === 'yes' ? (
        <div className="flex flex-wrap gap-2">
          <Button tone="primary" busy={busy} onClick={() => void answer(true)}>
            {t('question.yes')}
          </Button>
          <Button tone="danger" disabled={busy} onClick={() => void acts.cancel()}>
            {t('question.stop')}
          </Button>
        </div>
      ) : (
        <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
          <span className="min-w-0 flex-1 basis-56">
            <TextField label={t('question.answer')} value={text} onChange={(event) => setText(event.target.value)} />
          </span>
          <Button tone="primary" type="submit" busy={busy} disabled={text.trim() === ''}>
            {t('question.send')}
          </Button>
          <Button tone="danger" disabled={busy} onClick={() => void acts.cancel()}>
            {t('question.stop')}
          </Button>
        </form>
      )}
    </section>
  );
};
