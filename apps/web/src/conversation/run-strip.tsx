import type { ConversationRun, ModelsView } from '@atelier/contracts';
import { CirclePause, Play, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../i18n/use-refusal-text.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { CapCard } from './cap-card.tsx';
import { ConsentCard } from './consent-card.tsx';
import { useTalk } from './talk.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

type Props = {
  readonly run: ConversationRun;
  readonly models: ModelsView;
  readonly onDenied: (card: HTMLElement | null) => void;
  readonly onAnswered: (card: HTMLElement | null) => void;
};

/** What a run is doing or waiting for, where the eye already is: above the box one writes in. */
export const RunStrip = ({ run, models, onDenied, onAnswered }: Props) => {
  switch (run.state) {
    case 'running':
      return <Working run={run} />;
    case 'retrying':
      return <Waiting run={run} />;
    case 'needs_consent':
      return run.consent === null ? null : (
        <ConsentCard
          key={run.consent.scopeHash}
          question={run.consent}
          models={models}
          onDenied={onDenied}
          onAnswered={onAnswered}
        />
      );
    case 'paused_cap':
      return <CapCard key={run.runId} run={run} models={models} onAnswered={onAnswered} />;
    case 'paused':
    case 'stopped':
      return <Halted />;
  }
};

const Line = ({ children }: { readonly children: ReactNode }) => (
  <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-sunken px-3 py-2 text-sm">
    {children}
  </div>
);

const Working = ({ run: { turn, of } }: { readonly run: ConversationRun }) => {
  const { t } = useTranslation('conversation');
  return (
    <p className="mb-2 flex items-center gap-2 px-1 text-muted text-sm">
      <Spinner size={13} />
      {turn > 0 ? t('run.turn', { turn, of }) : t('run.starting')}
    </p>
  );
};

const Waiting = ({ run: { retry } }: { readonly run: ConversationRun }) => {
  const { resume } = useTalk();
  const { t } = useTranslation('conversation');
  const refusalText = useRefusalText('conversation');
  const seconds = useSecondsUntil(retry?.until);
  if (retry === null) return null;
  return (
    <Line>
      <RotateCcw size={14} aria-hidden="true" className="text-draft-text" />
      <span className="min-w-0 flex-1 basis-48">
        <span className="block">
          {retry.code === 'PROVIDER_RATE_LIMITED'
            ? t('retry.title')
            : refusalText({ code: retry.code, message: t('retry.title'), retry: notNow })}
        </span>
        <span className="block text-muted tabular-nums" role="timer">
          {seconds > 0 ? t('retry.in', { count: seconds }) : t('retry.now')}
          {' · '}
          {t('retry.attempt', { attempt: retry.attempt, of: retry.of })}
        </span>
      </span>
      <Button size="sm" icon={<Play size={12} />} onClick={() => void resume()}>
        {t('retry.try')}
      </Button>
    </Line>
  );
};

/** Why it halted stands in the transcript, just above. */
const Halted = () => {
  const { resume } = useTalk();
  const { t } = useTranslation('conversation');
  return (
    <Line>
      <CirclePause size={14} aria-hidden="true" className="text-draft-text" />
      <span className="min-w-0 flex-1 basis-48">{t('paused.title')}</span>
      <Button size="sm" icon={<Play size={12} />} onClick={() => void resume()}>
        {t('paused.resume')}
      </Button>
    </Line>
  );
};

const notNow = { kind: 'not_retryable' } as const;
