import type { Fact, ProjectView } from '@atelier/contracts/studio';
import { Check, ChevronDown, ChevronUp, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { nameOf } from '../draft/field-value.tsx';
import type { ProjectStore } from '../project-store.ts';
import { Shown, useShownText } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { approvedAgainst, factText } from './fact-text.ts';

/** Facts that were heard but not agreed to. Until somebody accepts one, nothing may rest on it. */
export const FactsTray = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const view = useProjectView(project);
  const act = useAct(project);
  const [isOpen, setOpen] = useState(false);
  const proposed = view.facts.filter(({ status, tombstone }) => status === 'proposed' && tombstone === null);
  if (proposed.length === 0 || view.role === 'viewer') return null;
  const decide = (facts: readonly Fact[], decision: 'accept' | 'reject') =>
    void act({ type: 'decideFacts', decisions: facts.slice(0, 100).map(({ id }) => ({ factId: id, decision })) });
  return (
    <section
      aria-label={t('facts.title', { count: proposed.length })}
      className="rounded-md border border-line bg-raised"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-center justify-between gap-2 rounded-md px-3 py-1.5 text-start font-medium text-sm hover:bg-hover"
      >
        {t('facts.title', { count: proposed.length })}
        {isOpen ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronUp size={14} aria-hidden="true" />}
      </button>
      {isOpen && (
        <>
          <ul className="relative flex max-h-56 flex-col divide-y divide-line overflow-y-auto border-line border-t">
            {proposed.map((fact) => (
              <OneFact key={fact.id} fact={fact} view={view} onDecide={(decision) => decide([fact], decision)} />
            ))}
          </ul>
          {proposed.length > 1 && (
            <div className="flex justify-end gap-1.5 border-line border-t px-3 py-1.5">
              <Button size="sm" tone="quiet" onClick={() => decide(proposed, 'reject')}>
                {t('facts.rejectAll')}
              </Button>
              <Button size="sm" onClick={() => decide(proposed, 'accept')}>
                {t('facts.acceptAll')}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
};

type OneProps = {
  readonly fact: Fact;
  readonly view: ProjectView;
  readonly onDecide: (decision: 'accept' | 'reject') => void;
};

const OneFact = ({ fact, view, onDecide }: OneProps) => {
  const { t } = useTranslation('studio');
  const shown = useShownText();
  const against = approvedAgainst(fact, view.snapshots);
  const text = factText(fact);
  return (
    <li className="flex items-start gap-2 px-3 py-2 text-sm">
      <div className="min-w-0 flex-1">
        <p>
          {fact.subject.kind === 'element' && (
            <>
              <Shown text={nameOf(view, fact.subject.id)} className="font-medium" />
              {': '}
            </>
          )}
          <Shown text={text} />
        </p>
        <p className="text-faint text-xs">{t(`facts.source.${fact.source.kind}`)}</p>
        {against !== undefined && (
          <p className="flex items-start gap-1 text-draft-text">
            <TriangleAlert size={13} aria-hidden="true" className="mt-0.5 shrink-0" />
            {t('facts.against', { version: against.version, value: against.value })}
          </p>
        )}
      </div>
      <IconButton
        label={t('facts.accept', { fact: shown(text) })}
        icon={<Check size={15} />}
        className="size-7"
        onClick={() => onDecide('accept')}
      />
      <IconButton
        label={t('facts.reject', { fact: shown(text) })}
        icon={<X size={15} />}
        className="size-7"
        onClick={() => onDecide('reject')}
      />
    </li>
  );
};
