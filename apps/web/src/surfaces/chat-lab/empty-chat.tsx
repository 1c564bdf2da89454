import type { ChatFile } from '@atelier/contracts';
import { FilePlus2, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offlineModelId } from '../../models/names.ts';
import { Button } from '../../ui/button.tsx';
import { nameInText } from '../../ui/split-name.ts';
import { examplesFor, sampleOf } from './examples.ts';
import type { Chat } from './use-chat.ts';

type Props = {
  readonly chat: Chat;
  readonly files: readonly ChatFile[];
  readonly onOffer: (text: string) => void;
};

/** What this model can do, and a first request one click away. */
export const EmptyChat = ({ chat, files, onOffer }: Props) => {
  const { t, i18n } = useTranslation('chatLab');
  const [busy, setBusy] = useState(false);
  const isOffline = chat.modelId === offlineModelId;
  const sample = sampleOf(i18n.language);
  const examples = examplesFor(
    files.map(({ path }) => path),
    i18n.language,
  );
  const ensureSample = async (): Promise<boolean> => {
    if (files.length > 0) return true;
    setBusy(true);
    const done = await chat.addFile(sample.name, new Blob([sample.text], { type: 'text/csv' }));
    setBusy(false);
    return done;
  };
  const offer = async (text: string) => {
    if (await ensureSample()) onOffer(text);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="m-auto flex w-full max-w-2xl flex-col gap-5 px-5 py-8">
        <div className="flex flex-col gap-1.5">
          <span className="mb-2 flex size-11 items-center justify-center rounded-lg border border-line bg-sunken text-faint">
            <MessageSquare size={18} aria-hidden="true" />
          </span>
          <h2 className="font-semibold text-xl">{t('empty.title')}</h2>
          <p className="max-w-prose text-pretty text-muted">{t(isOffline ? 'empty.offline' : 'empty.model')}</p>
          {isOffline && <p className="max-w-prose text-pretty text-muted">{t('empty.can')}</p>}
        </div>
        <ul aria-label={t('empty.examples')} className="grid gap-2 @2xl:grid-cols-2">
          {examples.map((example) => (
            <li key={example} className="flex">
              <button
                type="button"
                dir="auto"
                disabled={busy}
                onClick={() => void offer(example)}
                className="w-full rounded-md border border-line bg-raised px-3.5 py-2.5 text-start shadow-low transition-colors hover:border-line-strong hover:bg-hover disabled:opacity-50"
              >
                {example}
              </button>
            </li>
          ))}
        </ul>
        {files.length === 0 && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-faint text-sm">
            <Button size="sm" icon={<FilePlus2 size={13} />} busy={busy} onClick={() => void ensureSample()}>
              {t('empty.sample')}
            </Button>
            {t('empty.sampleDetail', { name: nameInText(sample.name) })}
          </p>
        )}
      </div>
    </div>
  );
};
