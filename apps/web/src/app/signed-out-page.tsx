import { useTranslation } from 'react-i18next';
import { useAtelier } from '../client/atelier-context.ts';
import { isThisMachine } from '../client/this-machine.ts';
import { pageFacts } from '../preferences/page-facts.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Mark } from '../ui/mark.tsx';

export const SignedOutPage = () => {
  const { t } = useTranslation('shell');
  const { connection } = useAtelier();
  const isHere = isThisMachine();
  return (
    <main className="board flex min-h-dvh items-center justify-center p-4">
      <div className="flex w-full max-w-md flex-col items-start gap-4 rounded-lg border border-line bg-ground p-8 shadow-mid">
        <Mark size={36} />
        <div>
          <h1 className="font-semibold text-xl">{t('signedOut.title')}</h1>
          <p className="mt-1 text-muted">
            {isHere
              ? `${t(`signedOut.why.${pageFacts().link ?? 'noLink'}`)} ${t('signedOut.fresh')}`
              : t('signedOut.ask')}
          </p>
        </div>
        {!isHere && <p className="text-muted text-sm">{t('signedOut.owner')}</p>}
        <div className="w-full">
          <CodeBlock label={t('signedOut.command')} code="npx atelier link" />
        </div>
        <p className="text-muted text-sm">{t('signedOut.otherData')}</p>
        <p className="text-muted">{t('signedOut.next')}</p>
        <Button tone="primary" onClick={connection.retryNow}>
          {t('signedOut.retry')}
        </Button>
      </div>
    </main>
  );
};
