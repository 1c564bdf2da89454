import type { WorkbenchView } from '@atelier/contracts';
import { ListChecks, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../../../client/use-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { useBench } from '../bench/bench-context.ts';

/** A run that waits after its plan: its steps can still be changed. */
export const isPlanOpen = ({ run, plan, settings }: WorkbenchView): boolean =>
  settings.pauseAfterPlan &&
  run?.state === 'paused' &&
  plan !== null &&
  plan.length > 0 &&
  plan.every(({ mark }) => mark === 'open');

/** The steps of a plan in the person's own words, one a line, before anything is changed. */
export const PlanEditor = () => {
  const { t } = useTranslation('workshop');
  const { view, acts, workbenchId } = useBench();
  const written = (view.plan ?? []).map(({ text }) => text).join('\n');
  const { text, setText } = useDraft(`workbench.${workbenchId}.plan.${view.run?.runId ?? ''}`, written);
  const [busy, setBusy] = useState(false);
  const steps = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const go = async () => {
    setBusy(true);
    const isKept = text === written || (await acts.updatePlan(steps)) !== undefined;
    if (isKept && (await acts.resume()) !== undefined) setText(written);
    setBusy(false);
  };
  return (
    <section
      aria-label={t('planEditor.title')}
      className="mb-3 flex flex-col gap-3 rounded-lg border border-accent/25 bg-accent-soft p-4"
    >
      <div className="flex gap-3">
        <ListChecks size={16} aria-hidden="true" className="mt-1 shrink-0 text-accent-text" />
        <div>
          <h2 className="font-semibold">{t('planEditor.title')}</h2>
          <p className="text-sm">{t('planEditor.detail')}</p>
        </div>
      </div>
      <textarea
        dir="auto"
        rows={Math.min(10, steps.length + 1)}
        aria-label={t('planEditor.steps')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="w-full resize-y rounded-sm border border-line-strong/80 bg-raised px-2.5 py-1.5 text-base"
      />
      <div className="flex flex-wrap gap-2">
        <Button
          tone="primary"
          icon={<Play size={14} />}
          busy={busy}
          disabled={steps.length === 0}
          onClick={() => void go()}
        >
          {t('planEditor.go')}
        </Button>
        <Button tone="danger" disabled={busy} onClick={() => void acts.cancel()}>
          {t('planEditor.stop')}
        </Button>
      </div>
    </section>
  );
};
