import { type Picture, type ProjectView, picturePath } from '@atelier/contracts/studio';
import { ImagePlus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import type { RecordEdits } from '../records/use-record-edits.tsx';
import { useShownText } from '../shown-text.tsx';
import { putPicture } from './put-picture.ts';

type Props = {
  readonly view: ProjectView;
  readonly entity: 'element' | 'task';
  readonly record: { readonly id: string; readonly pictures: readonly Picture[] };
  readonly edits: RecordEdits;
  /** On a phone the button is for a thumb, and opens the camera. */
  readonly isPhone?: boolean;
};

const most = 20;

/** Sketches, renders and photos of one element or task. Each change is written at once. */
export const PicturesField = ({ view, entity, record, edits, isPhone = false }: Props) => {
  const { t } = useTranslation('studio');
  const refusalText = useRefusalText('studio');
  const shown = useShownText();
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const canEdit = view.role !== 'viewer';
  // Pictures are written as one list, so each change builds on the list as it is by then.
  const { pictures } = edits.pendingOn(record);
  const latest = useRef(pictures);
  latest.current = pictures;
  const set = (next: readonly Picture[]) =>
    edits.edit([{ op: 'set', opId: 'pictures', entity, id: record.id, changes: { pictures: [...next] } }]);
  const add = async (files: readonly File[]) => {
    setIsBusy(true);
    const added: Picture[] = [];
    for (const file of files.slice(0, most - pictures.length)) {
      const put = await putPicture(view.projectId, file);
      if ('error' in put)
        toasts.show({
          tone: 'danger',
          title: t('records.pictures.notAdded', { name: file.name }),
          detail: refusalText(put.error),
        });
      else added.push(put.picture);
    }
    const known = new Set(latest.current.map(({ blob }) => blob));
    const fresh = [...new Map(added.map((each) => [each.blob, each])).values()].filter(({ blob }) => !known.has(blob));
    if (fresh.length > 0) await set([...latest.current, ...fresh].slice(0, most));
    setIsBusy(false);
  };
  return (
    <section aria-label={t('records.pictures.title')} className="flex flex-col gap-2">
      {!isPhone && <h3 className="font-medium text-sm">{t('records.pictures.title')}</h3>}
      {pictures.length > 0 && (
        <ul className="grid grid-cols-3 gap-2">
          {pictures.map((picture) => (
            <li key={picture.blob} className="flex flex-col gap-1">
              <span className="relative">
                <img
                  src={picturePath(view.projectId, picture.blob)}
                  alt={shown(picture.caption) || picture.name}
                  loading="lazy"
                  className="aspect-4/3 w-full rounded-sm border border-line object-cover"
                />
                {canEdit && (
                  <IconButton
                    label={t('records.remove', { name: picture.name })}
                    icon={<X size={14} />}
                    className="absolute end-1 top-1 bg-raised"
                    onClick={() => void set(pictures.filter((each) => each !== picture))}
                  />
                )}
              </span>
              {entity === 'element' && (
                <Checkbox
                  label={t('records.pictures.onQuote')}
                  checked={picture.onQuote}
                  disabled={!canEdit}
                  onChange={(onQuote) =>
                    void set(pictures.map((each) => (each === picture ? { ...each, onQuote } : each)))
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {canEdit && pictures.length < most && (
        <label
          htmlFor={id}
          aria-busy={isBusy || undefined}
          className={`${buttonClass('neutral', isPhone ? 'md' : 'sm')} cursor-pointer self-start focus-within:outline-2 focus-within:outline-accent ${isPhone ? 'h-12' : ''}`}
        >
          <ImagePlus size={15} aria-hidden="true" />
          {isPhone ? t('records.pictures.photo') : t('records.pictures.add')}
          <input
            id={id}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            multiple={!isPhone}
            {...(isPhone ? { capture: 'environment' } : {})}
            disabled={isBusy}
            className="sr-only"
            onChange={(event) => {
              const files = [...(event.target.files ?? [])];
              event.target.value = '';
              void add(files);
            }}
          />
        </label>
      )}
    </section>
  );
};
