import { FilePlus2, MessageSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatSizeLimit } from '../../../i18n/format.ts';
import { useBench } from '../bench/bench-context.ts';
import { firstJobs } from '../onboarding/first-job.ts';
import { useFileMaps } from '../viewer/use-file-maps.ts';
import { requestsFor } from './requests-for.ts';

/** A chat in which nothing was said yet: files first, then requests that fit them. */
export const EmptyTalk = ({ onOffer }: { readonly onOffer: (text: string) => void }) => {
  const { t, i18n } = useTranslation('workshop');
  const { view, workbenchId } = useBench();
  const job = firstJobs.read(workbenchId);
  const maps = useFileMaps(view.files.filter(({ kind }) => kind === 'xlsx').slice(0, 1), true);
  const sheets = new Map(maps.map(({ path, places }) => [path, places.map(({ name }) => name)]));
  const language = i18n.language === 'he' ? 'he' : 'en';
  const requests = [...(job === undefined ? [] : [job]), ...requestsFor(view.files, language, sheets)].filter(
    (request, at, all) => all.indexOf(request) === at,
  );
  const hasFiles = view.files.length > 0;
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="m-auto flex w-full max-w-[720px] flex-col gap-5 px-5 py-8">
        <div className="flex flex-col gap-1.5">
          <span className="mb-2 flex size-11 items-center justify-center rounded-lg border border-line bg-sunken text-faint">
            {hasFiles ? <MessageSquare size={18} aria-hidden="true" /> : <FilePlus2 size={18} aria-hidden="true" />}
          </span>
          <h2 className="font-semibold text-xl">{t(hasFiles ? 'chat.empty.title' : 'files.empty.title')}</h2>
          <p className="max-w-prose text-pretty text-muted">
            {t(hasFiles ? 'chat.empty.detail' : 'files.empty.detail')}
          </p>
          {!hasFiles && (
            <p className="max-w-prose text-pretty text-faint text-sm">
              {t('files.empty.limits', {
                files: formatCount(view.limits.mostFiles, i18n.language),
                size: formatSizeLimit(view.limits.largestFileBytes, i18n.language),
              })}
            </p>
          )}
        </div>
        {requests.length > 0 && (
          <ul aria-label={t('chat.empty.examples')} className="grid gap-2 @2xl:grid-cols-2">
            {requests.map((request) => (
              <li key={request} className="flex">
                <button
                  type="button"
                  dir="auto"
                  onClick={() => onOffer(request)}
                  className="w-full rounded-md border border-line bg-raised px-3.5 py-2.5 text-start shadow-low transition-colors hover:border-line-strong hover:bg-hover"
                >
                  {request}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
};
