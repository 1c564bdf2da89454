import type { CompareLane, CompareView } from '@atelier/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useBench } from '../bench/bench-context.ts';
import { mainLane, type Picks, piecesOf } from './picks.ts';

/** `lane`: one answer whole. `pieces`: files of several. `close`: the answer that was there before. */
export type Choice =
  | { readonly kind: 'lane'; readonly lane: CompareLane }
  | { readonly kind: 'pieces'; readonly picks: Picks }
  | { readonly kind: 'close' };

type Props = { readonly compare: CompareView; readonly choice: Choice; readonly onClose: () => void };

/** The last word in a comparison: what is kept, and what becomes of the rest. */
export const ChooseDialog = ({ compare, choice, onClose }: Props) => {
  const { t } = useTranslation(['workshop', 'shell']);
  const { commands } = useAtelier();
  const { workbenchId, acts, modelId } = useBench();
  const navigate = useNavigate();
  const cancel = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [setDefault, setSetDefault] = useState(false);
  const choosable = compare.lanes.filter((lane) => lane.isChoosable);
  const [chosen, setChosen] = useState(
    choice.kind === 'lane'
      ? choice.lane.laneId
      : ((choice.kind === 'pieces' ? mainLane(choice.picks) : undefined) ?? choosable[0]?.laneId ?? ''),
  );
  const lane = compare.lanes.find(({ laneId }) => laneId === chosen);
  const pieces = choice.kind === 'pieces' ? piecesOf(choice.picks) : undefined;
  const on = { workbenchId, compareId: compare.compareId };
  const go = async () => {
    setBusy(true);
    const done = await acts.said<unknown>(
      choice.kind === 'close'
        ? commands.WorkshopCloseCompare(on)
        : commands.WorkshopChooseResponse({
            ...on,
            laneId: chosen,
            ...(pieces === undefined ? {} : { pieces }),
            ...(setDefault ? { setDefault } : {}),
          }),
    );
    setBusy(false);
    if (done === undefined) return;
    onClose();
    const kept = choice.kind === 'close' ? compare.lanes.find(({ isOriginal }) => isOriginal) : lane;
    const to =
      kept?.hasDraft === true || pieces !== undefined ? '/workshop/$workbenchId/review' : '/workshop/$workbenchId';
    navigate({ to, params: { workbenchId } as never }).catch(console.error);
  };
  const words = { lane: 'chooseTitle', pieces: 'piecesTitle', close: 'closeTitle' }[choice.kind];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(`answers.${words}`, { label: lane?.label ?? '', count: pieces?.length ?? 0 })}
      description={t(choice.kind === 'close' ? 'answers.closeDetail' : 'answers.chooseDetail')}
      focus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t('shell:cancel')}
          </Button>
          <Button tone={choice.kind === 'close' ? 'dangerSolid' : 'primary'} busy={busy} onClick={() => void go()}>
            {choice.kind === 'pieces'
              ? t('answers.takeDo', { count: pieces?.length ?? 0 })
              : t(choice.kind === 'close' ? 'answers.close' : 'answers.choose')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {choice.kind === 'pieces' && (
          <Field label={t('answers.goesOnFrom')}>
            {({ id }) => (
              <Select
                id={id}
                label={t('answers.goesOnFrom')}
                value={chosen}
                onChange={setChosen}
                options={choosable.map(({ laneId, label }) => ({ value: laneId, label }))}
              />
            )}
          </Field>
        )}
        {choice.kind !== 'close' && lane?.state === 'interrupted' && (
          <Banner tone="draft" title={t('answers.interruptedWarning')} />
        )}
        {choice.kind !== 'close' && lane !== undefined && lane.modelId !== modelId && (
          <Checkbox
            label={t('answers.fromNowOn', { label: lane.label })}
            checked={setDefault}
            onChange={setSetDefault}
          />
        )}
      </div>
    </Dialog>
  );
};
