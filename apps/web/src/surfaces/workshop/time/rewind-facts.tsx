import type { ValueOf } from '@atelier/contracts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { useBench } from '../bench/bench-context.ts';
import { draftFate, filesOf, type RewindChoice } from './rewind-choices.ts';
import type { RewindWish } from './rewind-wish.ts';

type Preview = ValueOf<'WorkshopUndoPreview'>;
type Props = {
  readonly kind: RewindWish['kind'];
  readonly preview: Preview;
  readonly choices: readonly RewindChoice[];
  readonly choice: RewindChoice | undefined;
  readonly onChoose: (choice: RewindChoice) => void;
};

/** What going back would do, in counts and names; where there is more than one way back, nothing is chosen beforehand. */
export const RewindFacts = ({ kind, preview, choices, choice, onChoose }: Props) => {
  const { t } = useTranslation('workshop');
  const { view } = useBench();
  const group = useId();
  const { messages, crossesPublish, pruned } = preview;
  const name = messages === 0 && kind === 'rewind' ? 'only' : 'name';
  const fate = choice && draftFate(choice, preview, { kind, hasDraft: view.draft !== null });
  const listed = filesOf(choice, preview);
  const hintOf = (each: RewindChoice): string | null => {
    if (each === 'plain') return null;
    return each === 'files' && choices.includes('all')
      ? t('rewind.choice.files.hintClosed')
      : t(`rewind.choice.${each}.hint`);
  };
  const isLost = pruned !== null && !pruned.isReopenable;
  return (
    <>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {view.state === 'comparing' && <li>{t('rewind.closesCompare')}</li>}
        <li>{messages === 0 ? t('rewind.noMessages') : t('rewind.messages', { count: messages })}</li>
        {isLost && <li>{t('rewind.pruned')}</li>}
        {choices.length === 1 && choice !== undefined && choice !== 'plain' && <li>{hintOf(choice)}</li>}
        {fate && <li>{t(`rewind.draft.${fate}`)}</li>}
        {choice !== undefined && listed.length === 0 && fate !== 'removed' && <li>{t('rewind.keepsFiles')}</li>}
      </ul>
      {listed.length > 0 && (
        <div>
          <p className="pb-1.5 font-medium text-faint text-xs">
            {t(choice === undefined ? 'rewind.differ' : 'rewind.files')}
          </p>
          <ul className="flex max-h-40 flex-col gap-1 overflow-y-auto rounded-md border border-line bg-raised px-3 py-2 text-sm">
            {listed.map(({ path, change }) => (
              <li key={path} className="flex items-center gap-2">
                <span className="min-w-0 flex-1 truncate">
                  <FileName name={path} />
                </span>
                <Badge tone={change === 'deleted' ? 'danger' : change === 'added' ? 'published' : 'draft'}>
                  {t(`review.group.${change}`)}
                </Badge>
              </li>
            ))}
          </ul>
        </div>
      )}
      {choices.length > 1 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="pb-2 font-medium">{t(crossesPublish ? 'rewind.crosses' : 'rewind.asksDraft')}</legend>
          {choices.map((each) => (
            <label
              key={each}
              className="flex cursor-pointer items-start gap-3 rounded-md border border-line bg-raised px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name={group}
                checked={choice === each}
                onChange={() => onChoose(each)}
                className="mt-1 accent-(--accent-solid)"
              />
              <span>
                <span className="block font-medium">
                  {each === 'plain' ? t('rewind.choice.plain.do') : t(`rewind.choice.${each}.${name}`)}
                </span>
                <span className="block text-muted text-sm">{hintOf(each)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <p className="text-faint text-sm">{t(messages === 0 ? 'rewind.keptFiles' : 'rewind.kept')}</p>
    </>
  );
};
