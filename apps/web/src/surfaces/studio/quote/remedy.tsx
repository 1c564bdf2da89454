import type { WorkingLine, WorkingQuoteView } from '@atelier/contracts/studio';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useApprove } from '../elements/use-approve.ts';
import type { ProjectStore } from '../project-store.ts';
import { useProjectView } from '../use-project.ts';
import { idsOf } from './lines-to-approve.ts';

type Props = { readonly project: ProjectStore; readonly working: WorkingQuoteView; readonly code: string };

const toApprove: Readonly<Record<string, (line: WorkingLine) => boolean>> = {
  QUOTE_NO_APPROVED_ELEMENT: ({ isApproved }) => !isApproved,
  QUOTE_UNAPPROVED_COST: ({ isApproved, priceMinor }) => !isApproved && priceMinor > 0,
  QUOTE_DIRTY_ELEMENTS: ({ isDirty }) => isDirty,
};

/** The one step that removes what stands in the quote's way, beside the sentence that says it. */
export const Remedy = ({ project, working, code }: Props) => {
  const { t } = useTranslation('studio');
  const { role } = useProjectView(project);
  const { approve, isApproving } = useApprove(project);
  const which = toApprove[code];
  const ids = which === undefined ? [] : idsOf(working.lines.filter(which));
  if (ids.length > 0 && role !== 'viewer')
    return (
      <Button size="sm" className="self-start" busy={isApproving} onClick={() => void approve(ids)}>
        {t('quote.approveThem', { count: ids.length })}
      </Button>
    );
  if (code === 'QUOTE_NO_COMPANY')
    return (
      <Link to={'/studio/settings' as never} className={`${buttonClass('neutral', 'sm')} self-start`}>
        {t('workspace.title')}
      </Link>
    );
  if (code === 'QUOTE_OPEN_ERRORS')
    return (
      <Link to="." search={{ panel: 'graveyard' } as never} className={`${buttonClass('neutral', 'sm')} self-start`}>
        {t('quote.toFlags')}
      </Link>
    );
  return null;
};
