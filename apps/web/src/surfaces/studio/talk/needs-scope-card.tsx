import type { ScopeChoice } from '@atelier/contracts/studio';
import { Crosshair, Layers, MessageSquare, Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../../../client/use-projection.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ProjectStore } from '../project-store.ts';
import { Shown } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';

type Props = { readonly project: ProjectStore; readonly onOther: () => void };

/** The agent asks before it touches anything: which element was meant. */
export const NeedsScopeCard = ({ project, onOther }: Props) => {
  const { t } = useTranslation('studio');
  const { session } = useProjectView(project);
  const answers = useProjection(project.answers);
  const act = useAct(project);
  const { openScope } = session.settings;
  if (openScope === null) return null;
  const asked = answers.get(openScope.turnId)?.needsScope;
  const choose = (choice: ScopeChoice) => void act({ type: 'resolveScope', turnId: openScope.turnId, choice });
  return (
    <section
      aria-label={t('scope.asked')}
      className="flex flex-col gap-2 rounded-md border border-draft/40 bg-draft-soft px-3 py-2.5"
    >
      <div className="flex items-start justify-between gap-2">
        <p className="font-medium">
          {openScope.mention === '' ? (
            t('scope.which')
          ) : (
            <>
              {t('scope.whichOf')} <q dir="auto">{openScope.mention}</q>
            </>
          )}
        </p>
        <IconButton
          label={t('scope.dismiss')}
          icon={<X size={14} />}
          className="-my-1 size-7"
          onClick={() => void act({ type: 'setScope', dismissScope: true })}
        />
      </div>
      <ul className="grid gap-1.5 @md:grid-cols-2">
        {openScope.candidates.map(({ elementId, label, why }) => (
          <li key={elementId}>
            <button
              type="button"
              onClick={() => choose({ elementIds: [elementId] })}
              className="flex w-full items-start gap-2 rounded-sm border border-line bg-raised px-2.5 py-2 text-start hover:bg-hover"
            >
              <Crosshair size={14} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
              <span className="min-w-0">
                <Shown text={label} className="block font-medium" />
                <span className="block text-muted text-xs">
                  {why === '' ? t('scope.guessed') : t('scope.matched', { words: why })}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-1.5">
        {asked?.allowCreate !== false && (
          <Button size="sm" icon={<Plus size={13} />} onClick={() => choose({ createNew: true })}>
            {t('scope.createNew')}
          </Button>
        )}
        {asked?.allowProject !== false && (
          <Button size="sm" icon={<Layers size={13} />} onClick={() => choose({ wholeProject: true })}>
            {t('scope.wholeProject')}
          </Button>
        )}
        <Button size="sm" tone="quiet" icon={<MessageSquare size={13} />} onClick={onOther}>
          {t('scope.other')}
        </Button>
      </div>
    </section>
  );
};
