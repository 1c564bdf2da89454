import { ConsentQuestion, type ContextCategory, type ErrorEnvelope, type ParamsOf } from '@atelier/contracts';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useDraft } from '../../../client/use-draft.ts';
import { ConsentCard } from '../../../conversation/consent-card.tsx';
import { TalkContext, useTalk } from '../../../conversation/talk.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { offlineModelId } from '../../../models/names.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useBench } from '../bench/bench-context.ts';
import { putUpload } from '../files/put-upload.ts';
import { itemFromText } from './item-from-text.ts';

type Props = { readonly category: ContextCategory; readonly hasItem: boolean; readonly onClose: () => void };
type Consent = NonNullable<ParamsOf<'ContextProcess'>['consent']>;
type How = 'model' | 'own';

/** Text or a file becomes an item: a model writes it, or it is saved in the person's own words. */
export const ProcessDialog = ({ category, hasItem, onClose }: Props) => {
  const { t } = useTranslation(['workshop', 'shell']);
  const { commands } = useAtelier();
  const { workbenchId, models, modelId } = useBench();
  const talk = useTalk();
  const refusalText = useRefusalText('workshop');
  const { text, setText } = useDraft(`workbench.${workbenchId}.context.${category}`);
  const [note, setNote] = useState('');
  const [file, setFile] = useState<File>();
  // Rules write no summary: whoever has no other model would only be refused.
  const [how, setHow] = useState<How>(modelId === offlineModelId ? 'own' : 'model');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ErrorEnvelope>();
  const picker = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isEmpty = text.trim() === '' && file === undefined;

  const input = async (): Promise<ParamsOf<'ContextProcess'>['input'] | ErrorEnvelope> => {
    if (file === undefined) return { mode: 'text', text };
    const sent = await putUpload(file.name.normalize('NFC'), file, { onSent: () => {}, signal: neverAborted });
    return sent.ok ? { mode: 'file', uploadId: sent.value } : sent.error;
  };
  const send = async (more: { readonly consent?: Consent; readonly overwrite?: boolean }) => {
    const given = await input();
    if ('code' in given) return { ok: false as const, error: given };
    return commands.ContextProcess({
      workbenchId,
      category,
      input: given,
      ...(note.trim() === '' ? {} : { note: note.trim() }),
      ...more,
    });
  };
  const save = async (more: { readonly consent?: Consent; readonly overwrite?: boolean } = {}) => {
    setBusy(true);
    setRefusal(undefined);
    const reply =
      how === 'own' && file === undefined
        ? await commands.ContextEdit({ workbenchId, category, files: [...itemFromText(category, text)] })
        : await send({ ...(hasItem ? { overwrite: true } : {}), ...more });
    setBusy(false);
    if (!reply.ok) return setRefusal(reply.error);
    setText('');
    onClose();
    return true;
  };
  const question = refusal?.code === 'EGRESS_CONSENT_REQUIRED' ? ConsentQuestion.safeParse(refusal.details) : undefined;
  const latest = useRef(save);
  latest.current = save;
  const asking = useMemo(
    () => ({
      ...talk,
      answer: async (scopeHash: string, decision: 'once' | 'remember' | 'deny') => {
        if (decision !== 'deny') return latest.current({ consent: { scopeHash, decision } });
        setRefusal(undefined);
        return true;
      },
    }),
    [talk],
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="lg"
      title={t(`context.name.${category}`)}
      description={t(`context.about.${category}`)}
      focus={field}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button
            tone="primary"
            busy={busy}
            disabled={isEmpty || question?.success === true}
            onClick={() => void save()}
          >
            {t(how === 'own' ? 'context.save' : 'context.process')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        <Segmented
          label={t('context.how')}
          value={how}
          onChange={setHow}
          choices={[
            { value: 'model', label: t('context.byModel') },
            { value: 'own', label: t('context.own') },
          ]}
        />
        <p className="text-muted text-sm">{t(how === 'own' ? 'context.ownHint' : 'context.byModelHint')}</p>
        {file === undefined ? (
          <TextArea
            ref={field}
            label={t('context.text')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        ) : (
          <p className="flex items-center gap-3 rounded-sm border border-line bg-raised px-3 py-2">
            <span className="min-w-0 flex-1 truncate">
              <FileName name={file.name} />
            </span>
            <Button size="sm" onClick={() => setFile(undefined)}>
              {t('context.noFile')}
            </Button>
          </p>
        )}
        {how === 'model' && (
          <>
            {file === undefined && (
              <Button className="self-start" onClick={() => picker.current?.click()}>
                {t('context.fromFile')}
              </Button>
            )}
            <input
              ref={picker}
              type="file"
              aria-hidden="true"
              tabIndex={-1}
              className="sr-only"
              onChange={(event) => setFile(event.target.files?.[0])}
            />
            <TextField label={t('context.note')} value={note} onChange={(event) => setNote(event.target.value)} />
          </>
        )}
        {hasItem && <Banner tone="draft" title={t('context.replaces')} />}
        {refusal !== undefined && question?.success !== true && <Banner tone="danger" title={refusalText(refusal)} />}
        {question?.success === true && (
          <TalkContext value={asking}>
            <ConsentCard
              question={question.data}
              models={models}
              onDenied={() => field.current?.focus()}
              onAnswered={() => {}}
            />
          </TalkContext>
        )}
      </div>
    </Dialog>
  );
};

const neverAborted = new AbortController().signal;
