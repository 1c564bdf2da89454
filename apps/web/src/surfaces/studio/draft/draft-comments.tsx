import type { DraftComment } from '@atelier/contracts/studio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatWhen } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { ProjectStore } from '../project-store.ts';
import { Person } from '../records/person.tsx';
import { useAct } from '../use-project.ts';

type Props = {
  readonly project: ProjectStore;
  readonly draftId: string;
  readonly comments: readonly DraftComment[];
};

/** What people say about changes that are shared, before anybody applies them. */
export const DraftComments = ({ project, draftId, comments }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const act = useAct(project);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const say = async () => {
    setBusy(true);
    const done = await act({ type: 'commentDraft', draftId, text: text.trim() });
    setBusy(false);
    if (done?.outcome === 'done') setText('');
  };
  return (
    <section aria-label={t('draft.comments')} className="flex flex-col gap-2">
      {comments.length > 0 && (
        <ol className="flex flex-col gap-2">
          {comments.map(({ id, by, at, revision, text: said }) => (
            <li key={id} className="rounded-sm bg-sunken px-3 py-2">
              <p className="flex flex-wrap gap-x-1.5 text-muted text-sm">
                <span className="font-medium text-text">
                  <Person id={by} />
                </span>
                <time dateTime={at}>{formatWhen(at, i18n.language)}</time>
                <span>{t('draft.revision', { revision })}</span>
              </p>
              <p dir="auto" className="whitespace-pre-wrap break-words">
                {said}
              </p>
            </li>
          ))}
        </ol>
      )}
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void say();
        }}
      >
        <span className="min-w-48 flex-1">
          <TextField
            label={t('draft.comment')}
            maxLength={2_000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </span>
        <Button type="submit" busy={busy} disabled={text.trim() === ''}>
          {t('draft.say')}
        </Button>
      </form>
    </section>
  );
};
