import type { RunTuning } from '@atelier/contracts';
import { hearsNotes } from '@atelier/workshop/view';
import { CornerDownRight, MessageSquareQuote, Pencil, X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drafts, useDraft } from '../../../client/use-draft.ts';
import { useProjection } from '../../../client/use-projection.ts';
import { Composer } from '../../../conversation/composer.tsx';
import { isUnderWay } from '../../../conversation/talk.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { FileIcon } from '../../../ui/tree/file-icon.tsx';
import { useBench } from '../bench/bench-context.ts';
import { asSendMode, sendModeKey } from '../bench/send-mode.ts';
import { firstJobs } from '../onboarding/first-job.ts';
import { MentionList } from './mention-list.tsx';
import { mentionRequests } from './mention-requests.ts';
import { type Mentionable, mentionsIn, openMention, withMention } from './mentions.ts';
import { askedBefore } from './message-items.ts';
import { type Recall, recallStep } from './recall.ts';
import { TuningMenu } from './tuning-menu.tsx';
import { useMentionables } from './use-mentionables.ts';
import { useQueued } from './use-queued.ts';
import { WorkflowMenu } from './workflow-menu.tsx';

export type ComposerHandle = {
  readonly focus: () => void;
  /** Puts words into the box, ready to be sent or changed. */
  readonly offer: (text: string) => void;
  /** Words that were not sent come back, unless something else stands there. */
  readonly giveBack: (text: string) => void;
};

/** The box a person writes in: what may be done, names of files, earlier messages, and one message for after the run. */
type Props = {
  readonly handle: Ref<ComposerHandle>;
  /** A message was taken: whoever wrote it wants to see what comes of it. */
  readonly onSaid: () => void;
};

export const BenchComposer = ({ handle, onSaid }: Props) => {
  const { t } = useTranslation('workshop');
  const { view, models, modelId, acts, workbenchId } = useBench();
  const { text, setText } = useDraft(`workbench.${workbenchId}`);
  const sendingKey = `workbench.${workbenchId}.sending`;
  const { text: kept, setText: keepMode } = useDraft(sendModeKey(workbenchId), 'agent');
  const mode = asSendMode(kept);
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const [isDismissed, setDismissed] = useState<number>();
  const [recall, setRecall] = useState<Recall>();
  /** For the next message alone. */
  const [workflowId, setWorkflowId] = useState<string>();
  const [tuning, setTuning] = useState<RunTuning>();
  const underWay = isUnderWay(view.run);
  const isHeard = hearsNotes({ mode: view.mode, phase: view.run?.phase ?? null });
  const queued = useQueued(mode);
  const mentionables = useMentionables(text.includes('@'));
  const open = openMention(text, caret, mentionables.all);
  const found = open === undefined || open.from === isDismissed ? [] : mentionables.matching(open.query);
  const isListed = open !== undefined && open.from !== isDismissed && found.length > 0;
  const named = mentionsIn(text, mentionables.all);

  const place = (next: string, caretAt = next.length) => {
    setText(next);
    requestAnimationFrame(() => {
      const box = field.current;
      box?.focus();
      box?.setSelectionRange(caretAt, caretAt);
      setCaret(caretAt);
    });
  };
  useImperativeHandle(handle, () => ({
    focus: () => field.current?.focus(),
    offer: (words) => place(words),
    giveBack: (words) => setText((now) => (now === '' ? words : now)),
  }));
  // A page that was left before the server had answered: what it was told may never have come, or come yet.
  const onItsWay = useRef<{ readonly text: string; readonly requestId: string }>(undefined);
  const giveBack = useRef(() => {});
  giveBack.current = () => {
    const [, requestId, said] = /^(\S+) (.+)$/s.exec(drafts.read(sendingKey) ?? '') ?? [];
    drafts.forget(sendingKey);
    if (requestId === undefined || said === undefined) return;
    if (askedBefore(view.items).at(-1) === said) return setText((now) => (now === said ? '' : now));
    onItsWay.current = { text: said, requestId };
    setText((now) => (now === '' ? said : now));
  };
  useEffect(() => giveBack.current(), []);
  // Whoever opens a Workbench or comes back from Review goes on writing.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const asked = useProjection(mentionRequests);
  const takeRequest = useRef(() => {});
  takeRequest.current = () => {
    if (asked === undefined) return;
    mentionRequests.set(undefined);
    const from = text.length;
    const lead = text === '' || /\s$/.test(text) ? '' : ' ';
    const next = withMention(text + lead, { from: from + lead.length, query: '' }, from + lead.length, {
      text: asked.name,
    });
    place(next.text, next.caret);
  };
  useEffect(() => {
    if (asked !== undefined) takeRequest.current();
  }, [asked]);

  const say = async (said: string) => {
    if (underWay) {
      queued.add(said);
      setText('');
      return;
    }
    setText('');
    setRecall(undefined);
    field.current?.focus();
    const requestId = onItsWay.current?.text === said ? onItsWay.current.requestId : crypto.randomUUID();
    onItsWay.current = undefined;
    drafts.write(sendingKey, `${requestId} ${said}`);
    const done = await acts.send(said, mode, {
      workflowId: mode === 'agent' ? workflowId : undefined,
      tuning,
      requestId,
    });
    if (done === undefined) {
      // Refused, or nobody knows: where the page is being left, whoever opens it next finds out.
      onItsWay.current = { text: said, requestId };
      return setText((now) => (now === '' ? said : now));
    }
    drafts.forget(sendingKey);
    onSaid();
    setWorkflowId(undefined);
    setTuning(undefined);
    firstJobs.forget(workbenchId);
  };
  const choose = (chosen: Mentionable | undefined) => {
    if (open === undefined || chosen === undefined) return;
    const next = withMention(text, open, caret, chosen);
    setAt(0);
    place(next.text, next.caret);
  };
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (event.nativeEvent.isComposing) return false;
    if (isListed) {
      const last = found.length - 1;
      if (event.key === 'ArrowDown') setAt(at >= last ? 0 : at + 1);
      else if (event.key === 'ArrowUp') setAt(at <= 0 ? last : at - 1);
      else if (event.key === 'Enter' || event.key === 'Tab') choose(found[at]);
      else if (event.key === 'Escape') setDismissed(open.from);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    }
    const isRecalled = recall !== undefined;
    if ((event.key === 'ArrowUp' && (text === '' || isRecalled)) || (event.key === 'ArrowDown' && isRecalled)) {
      const step = recallStep(askedBefore(view.items), recall, event.key === 'ArrowUp' ? 'older' : 'newer');
      if (step === undefined) return false;
      event.preventDefault();
      setRecall(step.at);
      place(step.text);
      return true;
    }
    return false;
  };
  const isEmpty = text.trim() === '';
  return (
    <div className="relative">
      {isListed && (
        <MentionList id={listId} found={found} at={Math.min(at, found.length - 1)} onAt={setAt} onChoose={choose} />
      )}
      <Composer
        id="workbench-composer"
        field={field}
        text={text}
        onText={(next) => {
          setText(next);
          drafts.forget(sendingKey);
          setRecall(undefined);
          setAt(0);
          setCaret(field.current?.selectionStart ?? next.length);
        }}
        onSelect={() => setCaret(field.current?.selectionStart ?? 0)}
        onKey={onKey}
        onSay={(said) => void say(said)}
        onStop={() => void acts.cancel()}
        isUnderWay={underWay}
        modelId={modelId}
        models={models}
        placeholder={t(
          underWay
            ? isHeard
              ? 'compose.runPlaceholder'
              : 'compose.nextPlaceholder'
            : mode === 'ask'
              ? 'compose.askPlaceholder'
              : 'compose.agentPlaceholder',
        )}
        hint={t('compose.hint')}
        {...(view.files.length === 0 ? { blocked: t('compose.needsFiles') } : {})}
        {...(isListed ? { list: { id: listId, option: `${listId}-${Math.min(at, found.length - 1)}` } } : {})}
        above={
          <>
            {queued.text !== '' && (
              <QueuedChip
                text={queued.text}
                isUnderWay={underWay}
                hasDraft={view.draft !== null}
                onSend={() => void queued.send()}
                onEdit={() => {
                  const words = queued.text;
                  queued.set('');
                  place(words);
                }}
                onDrop={() => queued.set('')}
              />
            )}
            {named.length > 0 && (
              <ul aria-label={t('compose.chips')} className="flex flex-wrap gap-1.5">
                {named.map(({ id, text: name, within }) => (
                  <li key={id}>
                    <Badge tone="accent" icon={<FileIcon name={within ?? name} size={12} />}>
                      <FileName name={name} />
                    </Badge>
                  </li>
                ))}
              </ul>
            )}
          </>
        }
        tools={
          <>
            <Segmented
              label={t('compose.mode')}
              value={mode}
              onChange={keepMode}
              choices={[
                { value: 'agent', label: t('compose.agent') },
                { value: 'ask', label: t('compose.ask') },
              ]}
            />
            {mode === 'agent' && !underWay && <WorkflowMenu value={workflowId} onChange={setWorkflowId} />}
            {!underWay && <TuningMenu value={tuning} onChange={setTuning} />}
          </>
        }
        whileUnderWay={
          // With nothing written there is nothing to send, and the buttons would only narrow the box.
          isEmpty ? null : (
            <>
              {isHeard && (
                <Button
                  icon={<MessageSquareQuote size={14} />}
                  onClick={() => {
                    const said = text.trim();
                    setText('');
                    void acts.note(said).then((done) => {
                      if (done === undefined) setText((now) => (now === '' ? said : now));
                    });
                  }}
                >
                  {t('compose.note')}
                </Button>
              )}
              <Button type="submit" icon={<CornerDownRight size={14} className="mirror-rtl" />}>
                {t('compose.queue')}
              </Button>
            </>
          )
        }
      />
    </div>
  );
};

type QueuedProps = {
  readonly text: string;
  readonly isUnderWay: boolean;
  readonly hasDraft: boolean;
  readonly onSend: () => void;
  readonly onEdit: () => void;
  readonly onDrop: () => void;
};

/** The one message that waits for the run to end. */
const QueuedChip = ({ text, isUnderWay: isRunning, hasDraft, onSend, onEdit, onDrop }: QueuedProps) => {
  const { t } = useTranslation('workshop');
  return (
    <section
      aria-label={t('compose.queued')}
      className="flex items-center gap-2 rounded-md border border-line-strong/70 border-dashed bg-raised px-3 py-1.5 text-sm"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate" dir="auto">
          {text}
        </span>
        <span className="block text-faint text-xs">
          {t(isRunning ? 'compose.queuedWaits' : hasDraft ? 'compose.queuedAsks' : 'compose.queuedStopped')}
        </span>
      </span>
      {!isRunning && !hasDraft && (
        <Button size="sm" onClick={onSend}>
          {t('compose.sendQueued')}
        </Button>
      )}
      <IconButton label={t('compose.editQueued')} icon={<Pencil size={14} />} className="size-7" onClick={onEdit} />
      <IconButton label={t('compose.dropQueued')} icon={<X size={14} />} className="size-7" onClick={onDrop} />
    </section>
  );
};
