import type { PersonWordView } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { usePersonName } from '../../../people/use-people.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Ago } from '../parts/ago.tsx';

/** What people said about a step, and whether its agent has heard it. */
export const WordList = ({ words }: { readonly words: readonly PersonWordView[] }) => {
  const { t } = useTranslation('workrail');
  const nameOf = usePersonName();
  if (words.length === 0) return null;
  return (
    <ul aria-label={t('say.said')} className="mb-1 flex flex-col gap-2 border-line border-s-2 ps-3">
      {words.map(({ messageId, kind, text, by, at, heard }) => (
        <li key={messageId} className="text-sm">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
            <span>
              <bdi>{nameOf(by)}</bdi> · {t(`say.kind.${kind}`)}
            </span>
            <Ago at={at} />
            <Badge tone={heard ? 'published' : 'draft'}>{t(heard ? 'say.heard' : 'say.unheard')}</Badge>
          </p>
          {text !== null && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-text">
              {text}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
};
