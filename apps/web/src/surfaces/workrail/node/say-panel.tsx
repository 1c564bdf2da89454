import type { PersonWordView, RunView } from '@atelier/contracts';
import { Check, MessageSquare, Send, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useDraft } from '../../../client/use-draft.ts';
import { usePeople } from '../../../people/use-people.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { EngineText } from '../parts/engine-text.tsx';
import { useSend } from '../parts/send.ts';
import { WordList } from './word-list.tsx';

type Props = { readonly run: RunView; readonly nodeId: string };

/** Whether the run waits at this node, and who looks may say something about it. */
export const useMaySay = (run: RunView, nodeId: string): boolean => {
  const role = usePeople()?.me.role;
  const { waitsFor } = run;
  const isHere = waitsFor.kind !== 'nothing' && waitsFor.nodeId === nodeId;
  return isHere && run.health.kind === 'healthy' && role !== undefined && role !== 'viewer';
};

/** What a person can say to the agent about the step the run waits at: the agent hears it with its next call. */
export const SayPanel = ({ run, nodeId }: Props) => {
  const words = run.words.filter((word) => word.nodeId === nodeId);
  if (!useMaySay(run, nodeId)) return <WordList words={words} />;
  return <SayForm key={nodeId} run={run} nodeId={nodeId} words={words} />;
};

type FormProps = Props & { readonly words: readonly PersonWordView[] };

const SayForm = ({ run, nodeId, words }: FormProps) => {
  const { t } = useTranslation('workrail');
  const { commands } = useAtelier();
  const send = useSend();
  const [busy, setBusy] = useState<PersonWordView['kind']>();
  const { text, setText } = useDraft(`run.say.${nodeId}`);
  const { waitsFor } = run;
  const isSettled = words.some(({ kind, heard }) => kind !== 'commented' && !heard);
  const box = useRef<HTMLTextAreaElement>(null);
  // What is written here is recorded, so a secret is never asked for: only where it can be found.
  const isSecret = waitsFor.kind === 'answer' && waitsFor.reason === 'needs_user_secret_or_token';
  // Once it is answered, what is left is to add something.
  const asked = isSettled ? 'agent' : isSecret ? 'secret' : waitsFor.kind;
  const isEmpty = text.trim() === '';

  const say = (kind: PersonWordView['kind']) => {
    setBusy(kind);
    const { sessionId, runId } = run;
    send(commands.RunSay({ sessionId, runId, nodeId, kind, ...(isEmpty ? {} : { text: text.trim() }) }))
      .then((done) => {
        if (!done) return;
        setText('');
        // The button that was pressed may not be there any more.
        box.current?.focus();
      })
      .catch(console.error)
      .finally(() => setBusy(undefined));
  };

  return (
    <section
      aria-label={t('say.label')}
      className={
        asked === 'agent'
          ? 'mb-4 flex flex-col gap-3 rounded-md border border-line bg-raised px-4 py-3 shadow-low'
          : 'mb-4 flex flex-col gap-3 rounded-md border border-draft bg-raised px-4 py-3 shadow-low'
      }
    >
      {asked !== 'agent' && (
        <div>
          <h3 className="font-medium">{t(`say.${asked === 'confirmation' ? 'confirmation' : 'answer'}.title`)}</h3>
          <p className="text-muted text-sm">
            {waitsFor.kind !== 'answer' ? (
              t('say.confirmation.detail')
            ) : waitsFor.reason ? (
              t(`say.needs.${waitsFor.reason}`)
            ) : (
              <EngineText text={waitsFor.question} />
            )}
          </p>
        </div>
      )}
      <WordList words={words} />
      <TextArea
        ref={box}
        label={t(`say.field.${asked === 'answer' ? 'answer' : asked === 'confirmation' ? 'note' : 'comment'}`)}
        rows={2}
        maxLength={4_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        {asked === 'confirmation' && (
          <Button
            tone="primary"
            size="sm"
            icon={<Check size={14} />}
            busy={busy === 'confirmed'}
            onClick={() => say('confirmed')}
          >
            {t('say.confirm')}
          </Button>
        )}
        {asked === 'answer' && (
          <Button
            tone="primary"
            size="sm"
            icon={<Send size={14} className="mirror-rtl" />}
            busy={busy === 'answered'}
            disabled={isEmpty}
            onClick={() => say('answered')}
          >
            {t('say.send')}
          </Button>
        )}
        {asked !== 'agent' && (
          <Button size="sm" icon={<X size={14} />} busy={busy === 'refused'} onClick={() => say('refused')}>
            {t('say.refuse')}
          </Button>
        )}
        {asked !== 'answer' && (
          <Button
            tone={asked === 'confirmation' ? 'quiet' : 'neutral'}
            size="sm"
            icon={<MessageSquare size={14} />}
            busy={busy === 'commented'}
            disabled={isEmpty}
            onClick={() => say('commented')}
          >
            {t('say.comment')}
          </Button>
        )}
      </div>
      <p className="text-faint text-sm">{t('say.how')}</p>
    </section>
  );
};
