import { Bot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../../../client/use-projection.ts';
import type { ProjectStore } from '../project-store.ts';

/** What the agent says, while it says it. The message in the thread takes its place; that one is announced. */
export const AnswerBeingWritten = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const saying = useProjection(project.saying);
  if (saying === undefined || saying.text === '') return null;
  return (
    <section aria-label={t('talk.writing')} aria-busy="true" className="mt-4 flex flex-col gap-1.5">
      <p className="inline-flex items-center gap-1 font-medium text-muted text-xs">
        <Bot size={13} aria-hidden="true" />
        {t('talk.writing')}
      </p>
      <p dir="auto" className="whitespace-pre-wrap break-words">
        {saying.text}
      </p>
    </section>
  );
};
