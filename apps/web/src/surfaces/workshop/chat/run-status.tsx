import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolCard } from '../../../conversation/tool-card.tsx';
import { ToolName } from '../../../conversation/tool-name.tsx';
import { subjectOf } from '../../../conversation/tool-words.ts';
import { classNames } from '../../../ui/class-names.ts';
import { FileName } from '../../../ui/file-name.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useBench } from '../bench/bench-context.ts';
import { PlanList } from './plan-list.tsx';

const phases: readonly string[] = ['research', 'plan', 'implement', 'summary', 'ask'];

/** What the run does now; it opens into its plan and the tools it has used. */
export const RunStatus = () => {
  const { t } = useTranslation('workshop');
  const { view } = useBench();
  const [isOpen, setOpen] = useState(false);
  const { run, plan, activity, notes, mode } = view;
  if (run === null) return null;
  const phase = run.phase ?? (mode === 'ask' ? 'ask' : 'starting');
  const words = run.item
    ? t('status.step', { at: run.item.at, of: run.item.of, label: run.item.label })
    : t(phases.includes(phase) ? `status.${phase}` : 'status.starting');
  const last = activity.findLast((item) => item.kind === 'tool');
  const subject = last?.kind === 'tool' ? subjectOf(last.input) : undefined;
  return (
    <section aria-label={t('status.details')} className="mb-2 rounded-md border border-line bg-sunken text-sm">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-center gap-2.5 rounded-md px-3 py-2 text-start outline-offset-[-2px] hover:bg-hover"
      >
        <Spinner size={13} />
        <span className="min-w-0 flex-1">
          <span className="block truncate" dir="auto">
            {words}
          </span>
          {last?.kind === 'tool' && (
            <span className="block truncate text-faint text-xs">
              <ToolName name={last.name} />
              {subject !== undefined && (
                <>
                  {' '}
                  <FileName name={subject} />
                </>
              )}
            </span>
          )}
        </span>
        <ChevronRight
          size={14}
          aria-hidden="true"
          className={classNames('mirror-rtl shrink-0 text-faint transition-transform', isOpen && 'rotate-90')}
        />
      </button>
      {isOpen && (
        <div className="flex max-h-72 flex-col gap-4 overflow-y-auto border-line border-t px-3 py-3">
          <div>
            <h3 className="pb-1.5 font-medium text-faint text-xs">{t('status.plan_label')}</h3>
            {plan === null ? (
              <p className="text-muted">{t('status.noPlan')}</p>
            ) : (
              <PlanList plan={plan} current={run.item?.at ?? null} />
            )}
          </div>
          <div>
            <h3 className="pb-1.5 font-medium text-faint text-xs">{t('status.activity')}</h3>
            {activity.length === 0 && <p className="text-muted">{t('status.noActivity')}</p>}
            <ol className="flex flex-col gap-1.5">
              {activity.map((item) =>
                item.kind === 'tool' ? (
                  <li key={item.id}>
                    <ToolCard item={item} />
                  </li>
                ) : null,
              )}
            </ol>
          </div>
        </div>
      )}
      {notes.length > 0 && (
        <ul className="border-line border-t px-3 py-2">
          {notes.map((note) => (
            <li key={note} className="text-muted">
              <span className="text-faint text-xs">{t('compose.noted')}: </span>
              <bdi>{note}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
