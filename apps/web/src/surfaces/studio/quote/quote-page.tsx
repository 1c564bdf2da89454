import { quoteFilePath } from '@atelier/contracts/studio';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowRight, Download, FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../../ui/button.tsx';
import { pageClass } from '../../../ui/page.tsx';
import { QuoteDocument } from './quote-document.tsx';

/** One issued quote as its client has it; it prints from its PDF or as the page it is. */
const QuotePage = () => {
  const { t } = useTranslation('studio');
  const { projectId = '', quoteId = '' } = useParams({ strict: false }) as { projectId?: string; quoteId?: string };
  return (
    <div className={`${pageClass} flex flex-col gap-4`}>
      <header className="flex flex-wrap items-center gap-2 print:hidden">
        <h1 className="flex-1 font-semibold text-xl">{t('quote.pageTitle')}</h1>
        <a
          href={quoteFilePath(projectId, quoteId, 'pdf')}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('primary', 'md')}
        >
          <FileText size={14} aria-hidden="true" /> {t('quote.print')}
        </a>
        <a href={`${quoteFilePath(projectId, quoteId, 'docx')}?download`} className={buttonClass('neutral', 'md')}>
          <Download size={14} aria-hidden="true" /> {t('quote.word')}
        </a>
        <Link
          to={'/projects/$projectId/studio' as never}
          params={{ projectId } as never}
          search={{ panel: 'quote' } as never}
          className={buttonClass('quiet', 'md')}
        >
          {t('quote.toStudio')} <ArrowRight size={14} aria-hidden="true" className="rtl:-scale-x-100" />
        </Link>
      </header>
      <QuoteDocument address={quoteFilePath(projectId, quoteId, 'html')} stamp={quoteId} title={t('quote.pageTitle')} />
    </div>
  );
};

export default QuotePage;
