import type { ErrorEnvelope, ValueOf } from '@atelier/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../../../client/use-draft.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { useBench } from '../bench/bench-context.ts';
import { choicesOf, isNothing, orderOf, type RewindChoice } from './rewind-choices.ts';
import { RewindFacts } from './rewind-facts.tsx';
import { isPlain, type RewindWish, targetOf } from './rewind-wish.ts';

export type { RewindWish };

type Preview = ValueOf<'WorkshopUndoPreview'>;
type Props = {
  readonly wish: RewindWish;
  readonly onClose: () => void;
  /** A message was changed and sent again; the path it left ends here. */
  readonly onResent: (left: string) => void;
};

const titles = { rewind: 'rewind.title', edit: 'rewind.editTitle', regenerate: 'rewind.regenerateTitle' } as const;

/**
 * Before anything moves: what leaves the chat, what becomes of the Draft, which published files differ. Where there is
 * more than one way back the person says which; nothing is chosen beforehand, and the button says what was chosen.
 */
export const RewindDialog = ({ wish, onClose, onResent }: Props) => {
  const { t } = useTranslation(['workshop', 'shell']);
  const { view, acts, workbenchId } = useBench();
  const refusalText = useRefusalText('workshop');
  const cancel = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  /** `here`: the chat stands there already, so that nothing goes. */
  const [preview, setPreview] = useState<Preview | 'here'>();
  const [refusal, setRefusal] = useState<ErrorEnvelope>();
  const [chosen, setChosen] = useState<RewindChoice>();
  const own = wish.kind === 'edit' ? wish.text : '';
  // Closed by accident or by a reload, the new wording is there again; a cancel gives it up.
  const { text, setText } = useDraft(`workbench.${workbenchId}.edit.${wish.messageId}`, own);
  const [busy, setBusy] = useState(false);
  const hasDraft = view.draft !== null;

  const { head } = view;
  const go = async (choice: RewindChoice, pruned: Preview['pruned']) => {
    setBusy(true);
    const how = orderOf(choice, { kind: wish.kind, pruned });
    const reply =
      wish.kind === 'rewind'
        ? await acts.rewindReply({ messageId: wish.messageId, ...how })
        : await acts.regenerateReply({
            messageId: wish.messageId,
            confirmed: true,
            ...how,
            ...(wish.kind === 'edit' ? { text: text.trim() } : {}),
          });
    setBusy(false);
    // Asked which model is to look at a picture, the person left it: nothing was sent.
    if (reply === undefined) return;
    if (!reply.ok) return setRefusal(reply.error);
    // What could be undone until now is behind: those buttons would only be refused.
    for (const { id, action } of toasts.get()) if (action) toasts.dismiss(id);
    if ('partial' in reply.value && reply.value.partial !== null)
      toasts.show({ tone: 'draft', title: t('rewind.partial'), detail: t('rewind.partialDetail') });
    if (wish.kind === 'edit') setText(own);
    if (wish.kind === 'edit' && head !== null) onResent(head);
    onClose();
  };

  const begin = useRef(async () => {});
  begin.current = async () => {
    const target = targetOf(wish, view.items);
    const reply = target === view.head ? undefined : await acts.previewRewind(target);
    if (reply?.ok === false && reply.error.code !== 'ALREADY_HERE') return setRefusal(reply.error);
    const known = reply?.ok ? reply.value : 'here';
    setPreview(known);
    if (wish.kind === 'regenerate' && isPlain(known, hasDraft)) await go('plain', null);
  };
  useEffect(() => void begin.current().catch(console.error), []);

  // A plain last answer is made again without a question, and nothing is asked before it is known what there is to ask.
  const isSilent = wish.kind === 'regenerate' && (preview === undefined || isPlain(preview, hasDraft));
  if (isSilent && refusal === undefined) return null;
  const shown = preview === 'here' ? undefined : preview;
  const choices = shown ? choicesOf(shown, { kind: wish.kind, hasDraft }) : (['plain'] as const);
  const choice = choices.length === 1 ? choices[0] : chosen;
  const hasNothing = isNothing(wish.kind, preview);
  const isReady = preview !== undefined && choice !== undefined && (wish.kind !== 'edit' || text.trim() !== '');
  const named =
    choice === 'files' && shown?.messages === 0
      ? t('rewind.choice.files.doOnly')
      : t(`rewind.choice.${choice ?? 'plain'}.do`);
  const cancelled = () => {
    setText(own);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(titles[wish.kind])}
      {...(shown !== undefined && choice === 'plain' && !hasNothing ? { description: t('rewind.intro') } : {})}
      width="md"
      focus={wish.kind === 'edit' ? box : cancel}
      footer={
        <>
          <Button ref={cancel} onClick={cancelled}>
            {t(hasNothing ? 'shell:close' : 'shell:cancel')}
          </Button>
          {!hasNothing && (
            <Button
              tone="primary"
              busy={busy}
              disabled={!isReady || refusal !== undefined}
              onClick={() => choice !== undefined && void go(choice, shown?.pruned ?? null)}
            >
              {wish.kind === 'rewind' ? named : t(wish.kind === 'edit' ? 'rewind.editDo' : 'rewind.regenerateDo')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-3">
        {wish.kind === 'edit' && (
          <textarea
            ref={box}
            dir="auto"
            rows={3}
            aria-label={t('rewind.editText')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="field-sizing-content max-h-48 w-full resize-none rounded-sm border border-line-strong/80 bg-raised px-2.5 py-1.5 text-base"
          />
        )}
        {refusal !== undefined && <Banner tone="danger" title={refusalText(refusal)} />}
        {preview === undefined && refusal === undefined && <SkeletonLines lines={3} />}
        {hasNothing && <p>{t('rewind.nothing')}</p>}
        {shown !== undefined && !hasNothing && (
          <RewindFacts kind={wish.kind} preview={shown} choices={choices} choice={choice} onChoose={setChosen} />
        )}
      </div>
    </Dialog>
  );
};
