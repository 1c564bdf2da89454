import { Link } from '@tanstack/react-router';
import { RotateCcw, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';

type Props = { readonly error: unknown; readonly reset: () => void };

export const ErrorPage = ({ error, reset }: Props) => {
  const { t } = useTranslation('shell');
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col items-start gap-4 px-5 py-16">
      <span className="flex size-11 items-center justify-center rounded-lg border border-danger/30 bg-danger-soft text-danger-text">
        <TriangleAlert size={18} aria-hidden="true" />
      </span>
      <div>
        <h1 className="font-semibold text-xl">{t('error.title')}</h1>
        <p className="mt-1 text-muted">{t('error.detail')}</p>
      </div>
      <div className="w-full">
        <CodeBlock label={t('error.what')} code={what} />
      </div>
      <div className="flex gap-2">
        <Button tone="primary" icon={<RotateCcw size={14} />} onClick={reset}>
          {t('tryAgain')}
        </Button>
        <Link to="/" className={buttonClass('neutral', 'md')}>
          {t('error.goHome')}
        </Link>
      </div>
    </div>
  );
};
