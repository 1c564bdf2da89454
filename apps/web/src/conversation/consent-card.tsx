import type { ConsentQuestion, ModelsView } from '@atelier/contracts';
import { FileText, Send } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../i18n/format.ts';
import { useNames } from '../models/names.ts';
import { serverOf } from '../models/server-of.ts';
import { Button } from '../ui/button.tsx';
import { FileName } from '../ui/file-name.tsx';
import { useTalk } from './talk.ts';

type Props = {
  readonly question: ConsentQuestion;
  readonly models: ModelsView;
  readonly onDenied: (card: HTMLElement | null) => void;
  readonly onAnswered: (card: HTMLElement | null) => void;
};

type Decision = 'once' | 'remember' | 'deny';

/** Asked before the first byte leaves: who gets it, which files it is about, and for how long. */
export const ConsentCard = ({ question, models, onDenied, onAnswered }: Props) => {
  const { t, i18n } = useTranslation('conversation');
  const talk = useTalk();
  const { modelName, providerName } = useNames();
  const server = serverOf(question.modelId, models);
  const title = useId();
  const card = useRef<HTMLElement>(null);
  const [busy, setBusy] = useState<Decision>();
  const { files, scopeHash } = question;
  // Whoever just pressed Enter must learn that something is asked, not that nothing happens.
  useEffect(() => card.current?.focus(), []);
  const answer = async (decision: Decision) => {
    setBusy(decision);
    const done = await talk.answer(scopeHash, decision);
    setBusy(undefined);
    if (done === undefined) return;
    if (decision === 'deny') onDenied(card.current);
    else onAnswered(card.current);
  };
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-labelledby={title}
      className="mb-3 flex animate-rise flex-col gap-3 rounded-lg border border-draft/50 bg-draft-soft p-4 outline-none"
    >
      <div className="flex gap-3">
        <Send size={16} aria-hidden="true" className="mirror-rtl mt-1 shrink-0 text-draft-text" />
        <div className="min-w-0">
          <h2 id={title} className="font-semibold">
            {t(files.length === 0 ? 'consent.titleNoFiles' : 'consent.title', {
              model: modelName(question.modelId, models.models),
            })}
          </h2>
          <p className="text-pretty text-sm">
            {server?.isHere === true
              ? t('consent.detailHere', { address: server.host })
              : t('consent.detail', { provider: server?.host ?? providerName(question.providerId) })}
          </p>
        </div>
      </div>
      <div className="rounded-md border border-draft/30 bg-raised px-3 py-2 text-sm">
        {files.length === 0 ? (
          <p className="text-muted">{t('consent.noFiles')}</p>
        ) : (
          <>
            <p className="mb-1 font-medium text-xs">{t('consent.files')}</p>
            <ul className="flex max-h-40 flex-col gap-1 overflow-y-auto">
              {files.map(({ path, sizeBytes }) => (
                <li key={path} className="flex items-center gap-2">
                  <FileText size={13} aria-hidden="true" className="shrink-0 text-faint" />
                  <span className="min-w-0 flex-1 truncate">
                    <FileName name={path} />
                  </span>
                  <span className="text-faint text-xs tabular-nums">{formatBytes(sizeBytes, i18n.language)}</span>
                </li>
              ))}
            </ul>
            <p className="mt-1.5 text-faint text-xs">
              {t('consent.scope')}{' '}
              <bdi title={scopeHash} className="whitespace-nowrap font-mono">
                {t('consent.set', { hash: scopeHash.replace(/^sha256:/, '').slice(0, 8) })}
              </bdi>
            </p>
          </>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {/* What is offered first is the smaller consent. */}
        <Button tone="primary" busy={busy === 'once'} disabled={busy !== undefined} onClick={() => void answer('once')}>
          {t('consent.once')}
        </Button>
        <Button busy={busy === 'remember'} disabled={busy !== undefined} onClick={() => void answer('remember')}>
          {t('consent.remember')}
        </Button>
        <Button tone="danger" busy={busy === 'deny'} disabled={busy !== undefined} onClick={() => void answer('deny')}>
          {t('consent.deny')}
        </Button>
      </div>
    </section>
  );
};
