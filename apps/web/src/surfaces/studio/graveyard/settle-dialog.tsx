import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { Money } from '../money.tsx';
import type { ProjectStore } from '../project-store.ts';
import { Shown, useShownText } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { type GraveDecision, totalsOf } from './at-stake.ts';
import type { GraveRow } from './grave-rows.ts';

type Props = {
  readonly project: ProjectStore;
  readonly action: GraveDecision['action'];
  readonly rows: readonly GraveRow[];
  readonly onClose: (isDone: boolean) => void;
};

const general = 'general';

/** What an action does to the total, before it is done. It is one change set, undone from History like any other. */
export const SettleDialog = ({ project, action, rows, onClose }: Props) => {
  const { t } = useTranslation('studio');
  const shown = useShownText();
  const view = useProjectView(project);
  const act = useAct(project);
  const [elementId, setElementId] = useState(general);
  const [isBusy, setIsBusy] = useState(false);
  const decisions = useMemo(
    () =>
      rows.map(
        ({ entity, id }): GraveDecision => ({
          entity,
          id,
          action,
          ...(action === 'attach' ? { args: { elementId: elementId === general ? null : elementId } } : {}),
        }),
      ),
    [rows, action, elementId],
  );
  const totals = useMemo(() => totalsOf(view, decisions), [view, decisions]);
  const { currency } = view.project;
  const settle = async () => {
    setIsBusy(true);
    const done = await act({ type: 'decideGraveyard', decisions: [...decisions] });
    setIsBusy(false);
    if (done === undefined || done.outcome === 'rejected') return;
    toasts.show({ tone: 'published', title: t('records.graveyard.done', { count: rows.length }) });
    onClose(true);
  };
  return (
    <Dialog
      open
      onOpenChange={() => onClose(false)}
      title={t(`records.graveyard.action.${action}`)}
      description={t(`records.graveyard.what.${action}`)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('records.cancel')}</Button>
          <Button
            tone={action === 'removeLine' ? 'dangerSolid' : 'primary'}
            busy={isBusy}
            onClick={() => void settle()}
          >
            {t('records.graveyard.do', { count: rows.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {action === 'attach' && (
          <Field label={t('records.graveyard.attachTo')}>
            {({ id }) => (
              <Select
                id={id}
                label={t('records.graveyard.attachTo')}
                value={elementId}
                options={[
                  { value: general, label: t('records.general') },
                  ...view.elements
                    .filter(({ tombstone }) => tombstone === null)
                    .map((element) => ({ value: element.id as string, label: shown(element.name) })),
                ]}
                onChange={setElementId}
              />
            )}
          </Field>
        )}
        {totals !== undefined && (
          <p role="status" className="rounded-md border border-line bg-sunken px-3 py-2">
            {t('records.graveyard.total')} <Money minor={totals.before} currency={currency} />
            <span aria-hidden="true" className="mx-2 inline-block rtl:-scale-x-100">
              →
            </span>
            <span className="sr-only">{t('records.graveyard.becomes')}</span>
            <Money minor={totals.after} currency={currency} className="font-semibold tabular-nums" /> (
            <Money signed minor={totals.after - totals.before} currency={currency} />)
          </p>
        )}
        <ul className="relative flex max-h-48 list-disc flex-col gap-0.5 overflow-y-auto ps-5 text-sm">
          {rows.map(({ key, name }) => (
            <li key={key}>
              <Shown text={name} />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
};
