import { daysOfFacts } from '@atelier/studio/view';
import { useTranslation } from 'react-i18next';
import type { ProjectStore } from '../project-store.ts';
import { langOfUi } from '../shown-text.tsx';
import { Chips } from '../talk/chips.tsx';
import { useAct, useProjectView } from '../use-project.ts';

/** Days that were answered and are not the project's: one press drafts each of them, until a draft has it. */
export const AnsweredDays = ({ project }: { readonly project: ProjectStore }) => {
  const { i18n } = useTranslation('studio');
  const { project: record, facts, role, session } = useProjectView(project);
  const act = useAct(project);
  if (role === 'viewer') return null;
  const drafted = (session.draft?.ops ?? []).map((op) =>
    op.op === 'set' && op.entity === 'project' ? op.changes : {},
  );
  const known = Object.assign({}, record, ...drafted);
  const actions = daysOfFacts(known, facts, langOfUi(i18n.language));
  return <Chips actions={actions} onAction={(event) => void act(event)} />;
};
