import { Columns3, PencilLine, Redo2, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { useBench } from '../bench/bench-context.ts';
import type { RewindWish } from '../time/rewind-dialog.tsx';

/** After a rewind, and where a question has no answer: where the chat stands now, and what can be done from here. */
type Props = {
  readonly onWish: (wish: RewindWish) => void;
  readonly onTry: (messageId: string) => void;
  /** Where the chat was before a message was changed and sent again. */
  readonly left: string | undefined;
  readonly onLeft: (left: undefined) => void;
};

export const RewoundBar = ({ onWish, onTry, left, onLeft }: Props) => {
  const { t } = useTranslation('workshop');
  const { view, acts } = useBench();
  const isOpenQuestion = view.headRole === 'user' && view.run === null && view.head !== null;
  if (view.state === 'running' || view.state === 'comparing') return null;
  if (left !== undefined && !view.canRedo && !isOpenQuestion) {
    const back = async () => {
      if ((await acts.restorePath(left)) !== undefined) onLeft(undefined);
    };
    return (
      <section
        aria-label={t('chat.resent')}
        className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-sunken px-3.5 py-2 text-sm"
      >
        <span className="min-w-0 flex-1 basis-48">{t('chat.resent')}</span>
        <Button size="sm" icon={<Redo2 size={13} className="mirror-rtl" />} onClick={() => void back()}>
          {t('chat.redo')}
        </Button>
        <Button size="sm" tone="quiet" onClick={() => onLeft(undefined)}>
          {t('remind.dismiss')}
        </Button>
      </section>
    );
  }
  if (!view.canRedo && !isOpenQuestion) return null;
  const head = view.items.findLast(({ id }) => id === view.head);
  // A question can stand without an answer for other reasons than a rewind.
  const title = t(view.canRedo ? 'chat.rewound' : 'chat.unanswered');
  return (
    <section
      aria-label={title}
      className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-accent/25 bg-accent-soft px-3.5 py-2 text-sm"
    >
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-medium">{title}</span>
        {view.canRedo && <span className="block text-muted">{t('chat.rewoundDetail')}</span>}
      </span>
      <span className="flex flex-wrap gap-2">
        {isOpenQuestion && view.draft === null && (
          <>
            <Button
              size="sm"
              tone="primary"
              icon={<RefreshCw size={13} />}
              onClick={() => onWish({ kind: 'regenerate', messageId: view.head ?? '' })}
            >
              {t('chat.doRegenerate')}
            </Button>
            <Button size="sm" icon={<Columns3 size={13} />} onClick={() => onTry(view.head ?? '')}>
              {t('answers.try')}
            </Button>
            {head?.kind === 'user' && (
              <Button
                size="sm"
                icon={<PencilLine size={13} />}
                onClick={() => onWish({ kind: 'edit', messageId: head.id, text: head.text })}
              >
                {t('chat.doEdit')}
              </Button>
            )}
          </>
        )}
        {view.canRedo && (
          <Button size="sm" icon={<Redo2 size={13} className="mirror-rtl" />} onClick={() => void acts.redo()}>
            {t('chat.redo')}
          </Button>
        )}
      </span>
    </section>
  );
};
