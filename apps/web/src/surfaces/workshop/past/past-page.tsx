import type { HistoryHit } from '@atelier/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { nameInText } from '../../../ui/split-name.ts';
import { FileIcon } from '../../../ui/tree/file-icon.tsx';
import { useBench } from '../bench/bench-context.ts';
import { ChatLink } from '../bench/chat-link.tsx';
import { useAskedAgain } from '../bench/use-asked-again.ts';
import { MadeByLine } from './made-by-line.tsx';
import { marked } from './marked.ts';

/** Looks for words in every state the files have had: when they came, when they went, and why. Asks no model. */
const PastPage = () => {
  const { t } = useTranslation('workshop');
  const { workbenchId } = useBench();
  const { commands } = useAtelier();
  const navigate = useNavigate();
  const refusalText = useRefusalText('workshop');
  const { q = '' } = useSearch({ strict: false }) as { readonly q?: string };
  const [typed, setTyped] = useState(q);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const queryKey = ['workshop', workbenchId, 'WorkshopSearchHistory', q];
  const { data } = useQuery({
    queryKey,
    queryFn: () => commands.WorkshopSearchHistory({ workbenchId, query: q }),
    enabled: q !== '',
  });
  useAskedAgain(workbenchId, queryKey);
  const search = (event: FormEvent) => {
    event.preventDefault();
    const query = typed.trim();
    if (query === '') return;
    navigate({
      to: '/workshop/$workbenchId/past',
      params: { workbenchId } as never,
      search: { q: query } as never,
    }).catch(console.error);
  };
  const found = data?.ok ? data.value : undefined;
  return (
    <section aria-label={t('past.title')} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-2">
        <ChatLink />
        <div className="min-w-0">
          <h2 className="font-semibold">{t('past.title')}</h2>
          <p className="text-muted text-sm">{t('past.detail')}</p>
        </div>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-5 px-4 py-5">
          <form onSubmit={search} className="flex items-end gap-2">
            <span className="min-w-0 flex-1">
              <TextField
                ref={field}
                label={t('past.words')}
                dir="auto"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            </span>
            <Button tone="primary" type="submit" icon={<Search size={14} />} disabled={typed.trim() === ''}>
              {t('past.search')}
            </Button>
          </form>
          {data?.ok === false && <Banner tone="danger" title={refusalText(data.error)} />}
          {q !== '' && data === undefined && (
            <div role="status" aria-busy="true">
              <SkeletonLines lines={5} />
            </div>
          )}
          {found !== undefined && (
            <>
              <p role="status" className="text-faint text-sm tabular-nums">
                {t('past.hits', { count: found.hits.length })}
                {found.unread > 0 && ` · ${t('past.unread', { count: found.unread })}`}
              </p>
              {found.notCovered.length > 0 && (
                <Banner tone="draft" title={t('past.notCovered', { count: found.notCovered.length })} />
              )}
              {found.hits.length === 0 && (
                <EmptyState icon={<Search size={18} />} title={t('past.none')}>
                  {t('past.noneDetail')}
                </EmptyState>
              )}
              <ul aria-label={t('past.list')} className="flex flex-col gap-3">
                {found.hits.map((hit) => (
                  <Hit key={`${hit.path} ${hit.appeared.seq}`} hit={hit} query={q} />
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
    </section>
  );
};

const Hit = ({ hit, query }: { readonly hit: HistoryHit; readonly query: string }) => {
  const { t } = useTranslation('workshop');
  const { workbenchId } = useBench();
  const { path, excerpt, appeared, vanished, version, sizeBytes } = hit;
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line bg-raised px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="flex min-w-0 flex-1 basis-40 items-center gap-2 font-medium">
          <FileIcon name={path} />
          <span className="min-w-0 truncate">
            <FileName name={path} />
          </span>
        </h3>
        <Link
          to="/workshop/$workbenchId/view/$path"
          params={{ workbenchId, path } as never}
          search={{ version, size: sizeBytes, at: appeared.at } as never}
          aria-label={t('past.openNamed', { name: nameInText(path) })}
          className={buttonClass('neutral', 'sm')}
        >
          {t('past.open')}
        </Link>
      </div>
      <blockquote dir="auto" className="border-line border-s-2 ps-3 text-sm">
        {marked(excerpt, query).map(({ text, isMatch }, at) =>
          isMatch ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text keep their order
            <mark key={at} className="rounded-sm bg-accent-soft text-accent-text">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </blockquote>
      <MadeByLine lead={t('past.appeared')} made={appeared} />
      {vanished === null ? (
        <p className="text-muted text-sm">{t('past.stillThere')}</p>
      ) : (
        <MadeByLine lead={t('past.vanished')} made={vanished} />
      )}
    </li>
  );
};

export default PastPage;
