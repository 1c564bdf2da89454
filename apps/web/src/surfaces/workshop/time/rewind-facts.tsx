import type { ValueOf } from '@atelier/contracts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { useBench } from '../bench/bench-context.ts';

type Preview = ValueOf<'WorkshopUndoPreview'>;
type Props = {
  readonly preview: Preview;
  readonly published: 'keep' | 'restore' | undefined;
  readonly onPublished: (choice: 'keep' | 'restore') => void;
};

/** What going back would do, in counts and names; and the choice about published files, with nothing chosen. */
export const RewindFacts = ({ preview, published, onPublished }: Props) => {
  const { t } = useTranslation('workshop');
  const isComparing = useBench().view.state === 'comparing';
  const group = useId();
  const { messages, losesDraft, changesDraft, crossesPublish, files, publishedFiles } = preview;
  const listed = crossesPublish ? publishedFiles : files;
  return (
    <>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {isComparing && <li>{t('rewind.closesCompare')}</li>}
        <li>{t('rewind.messages', { count: messages })}</li>
        {losesDraft && <li>{t('rewind.losesDraft')}</li>}
        {!losesDraft && changesDraft && <li>{t('rewind.changesDraft')}</li>}
        {!losesDraft && !changesDraft && !crossesPublish && <li>{t('rewind.keepsFiles')}</li>}
      </ul>
      {listed.length > 0 && (
        <div>
          <p className="pb-1.5 font-medium text-faint text-xs">{t('rewind.files')}</p>
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
      {crossesPublish && (
        <fieldset className="flex flex-col gap-2">
          <legend className="pb-2 font-medium">{t('rewind.crosses')}</legend>
          {(['restore', 'keep'] as const).map((choice) => (
            <label
              key={choice}
              className="flex cursor-pointer items-start gap-3 rounded-md border border-line bg-raised px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name={group}
                checked={published === choice}
                onChange={() => onPublished(choice)}
                className="mt-1 accent-(--accent-solid)"
              />
              <span>
                <span className="block font-medium">{t(choice === 'restore' ? 'rewind.both' : 'rewind.chatOnly')}</span>
                <span className="block text-muted text-sm">
                  {t(choice === 'restore' ? 'rewind.bothHint' : 'rewind.chatOnlyHint')}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <p className="text-faint text-sm">{t('rewind.kept')}</p>
    </>
  );
};
