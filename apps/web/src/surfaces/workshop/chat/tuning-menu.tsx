import type { RunTuning } from '@atelier/contracts';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { useBench } from '../bench/bench-context.ts';
import { tuningIn, tuningOver } from '../settings/tuning.ts';
import { TuningFields } from '../settings/tuning-fields.tsx';

type Props = { readonly value: RunTuning | undefined; readonly onChange: (value: RunTuning | undefined) => void };

/** How the model is asked for the next message alone, over what the Workbench says. */
export const TuningMenu = ({ value, onChange }: Props) => {
  const { t } = useTranslation(['workshop', 'shell']);
  const { view } = useBench();
  const [isOpen, setOpen] = useState(false);
  const own = tuningIn(view.settings);
  const { effort = own.effort, sampling = own.sampling, firstToolChoice = own.firstToolChoice } = value ?? {};
  const now = { effort, sampling, firstToolChoice };
  const isSet = value !== undefined;
  return (
    <>
      {/* One button in both forms, so that the focus returns to it. */}
      <Tooltip label={t('tuning.chipLabel')}>
        <Button
          size="sm"
          tone="quiet"
          icon={<SlidersHorizontal size={14} />}
          aria-label={t(isSet ? 'tuning.chipSet' : 'tuning.chipLabel')}
          className={isSet ? 'text-accent-text' : 'px-2'}
          onClick={() => setOpen(true)}
        >
          {isSet && t('tuning.chipSet')}
        </Button>
      </Tooltip>
      {isOpen && (
        <Dialog
          open
          onOpenChange={setOpen}
          title={t('tuning.runTitle')}
          description={t('tuning.runDetail')}
          width="lg"
          footer={
            <>
              <Button onClick={() => onChange(undefined)} disabled={!isSet}>
                {t('tuning.asBench')}
              </Button>
              <Button tone="primary" onClick={() => setOpen(false)}>
                {t('shell:close')}
              </Button>
            </>
          }
        >
          <div className="pb-3">
            <TuningFields
              value={now}
              onChange={(change) => onChange(tuningOver(own, { ...now, ...withoutGaps(change) }))}
              usual={t('tuning.effortUsual')}
            />
          </div>
        </Dialog>
      )}
    </>
  );
};

type Whole = { [Name in keyof RunTuning]?: Exclude<RunTuning[Name], undefined> };

const withoutGaps = (change: RunTuning): Whole =>
  Object.fromEntries(Object.entries(change).filter(([, each]) => each !== undefined));
