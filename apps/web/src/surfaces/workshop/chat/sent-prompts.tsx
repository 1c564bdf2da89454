import type { SentPrompt } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../i18n/format.ts';
import { SentParts } from './sent-parts.tsx';

/** In the order a prompt has them. */
const parts = [
  'instructions',
  'manifest',
  'content',
  'context',
  'skills',
  'tools',
  'conversation',
  'payload',
  'pictures',
  'request',
] as const;

/** What the model was given in each part of a run, and what of the conversation it read only as a summary. */
export const SentPrompts = ({ prompts }: { readonly prompts: readonly SentPrompt[] }) => {
  const { t, i18n } = useTranslation('workshop');
  const tokens = (count: number | undefined): string => formatCount(count ?? 0, i18n.language);
  return (
    <section aria-label={t('sent.title')} className="flex flex-col gap-1.5">
      <h3 className="pb-1 font-medium text-faint text-xs">{t('sent.title')}</h3>
      {prompts.map(({ phase, item, at, sizes, told, parts: named, answers }) => (
        <details key={`${phase} ${item} ${at}`} className="rounded-md border border-line bg-raised">
          <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3 px-3 py-2 text-sm">
            <span>
              {i18n.exists(`workshop:trace.${phase}`) ? t(`trace.${phase}`) : phase}
              {item !== null && ` · ${t('sent.step', { item })}`}
            </span>
            <span className="text-faint text-xs tabular-nums">
              {t('sent.total', { total: tokens(sizes.total), limit: tokens(sizes.limit) })}
            </span>
            {told !== null && told.summarised > 0 && (
              <span className="basis-full text-draft-text text-xs">
                {t('sent.summarised', { count: told.summarised })}
              </span>
            )}
          </summary>
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-line border-t px-3 py-3 text-sm">
            {parts
              .filter((part) => (sizes[part] ?? 0) > 0)
              .map((part) => (
                <div key={part} className="contents">
                  <dt className="text-muted">
                    {t(`sent.parts.${part}`)}
                    {part === 'conversation' && told !== null && (
                      <span className="ms-2 text-faint text-xs">{t('sent.messages', { count: told.messages })}</span>
                    )}
                  </dt>
                  <dd className="text-end tabular-nums">{tokens(sizes[part])}</dd>
                </div>
              ))}
          </dl>
          <SentParts parts={named} answers={answers} />
        </details>
      ))}
    </section>
  );
};
