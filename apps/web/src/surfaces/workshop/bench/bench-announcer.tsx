import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Announcer } from '../../../conversation/announcer.tsx';
import { useNames } from '../../../models/names.ts';
import { isMessage } from '../chat/message-items.ts';
import { useBench } from './bench-context.ts';

/** For ears: each change of state once, never a token. What the conversation shares is said by its own announcer. */
export const BenchAnnouncer = () => {
  const { t } = useTranslation('workshop');
  const { view, models } = useBench();
  const { modelName } = useNames();
  const [said, setSaid] = useState('');
  const { run, draft, clutter, modelId, canRedo, head } = view;
  const known = useRef({
    phase: run?.phase ?? null,
    item: run?.item?.at,
    revision: draft?.revisionId,
    level: clutter?.level,
    modelId,
    head,
    canRedo,
  });
  useEffect(() => {
    const before = known.current;
    known.current = {
      phase: run?.phase ?? null,
      item: run?.item?.at,
      revision: draft?.revisionId,
      level: clutter?.level,
      modelId,
      head,
      canRedo,
    };
    const last = view.items.at(-1);
    if (last?.kind === 'card' && head !== before.head && isSpoken(last.event)) setSaid(t(`card.${last.event}`));
    else if (modelId !== before.modelId && modelId !== null)
      setSaid(t('said.model', { model: modelName(modelId, models.models) }));
    else if (draft !== null && draft.revisionId !== before.revision && run === null) setSaid(t('said.draft'));
    else if (run?.item && run.item.at !== before.item) setSaid(t('said.step', { at: run.item.at, of: run.item.of }));
    else if (run?.phase && run.phase !== before.phase && isPhase(run.phase)) setSaid(t(`said.${run.phase}`));
    else if (canRedo && !before.canRedo) setSaid(t('said.rewound'));
    else if (!canRedo && before.canRedo && head !== before.head && run === null) setSaid(t('said.redone'));
    else if (clutter?.level === 'heavy' && before.level !== 'heavy') setSaid(t('said.heavy'));
  }, [run, draft, clutter, modelId, head, canRedo, view.items, models, modelName, t]);
  return (
    <>
      <Announcer items={view.items.filter(isMessage)} run={run} models={models.models} />
      <p role="status" data-workshop-said className="sr-only">
        {said}
      </p>
    </>
  );
};

const isSpoken = (event: string): boolean =>
  ['publish_checkpoint', 'publish_undone', 'checkpoint_restored', 'draft_discarded', 'draft_reopened'].includes(event);
const isPhase = (phase: string): boolean => ['research', 'plan', 'implement', 'summary'].includes(phase);
