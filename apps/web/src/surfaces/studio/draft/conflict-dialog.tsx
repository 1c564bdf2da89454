import type { Conflict, Draft } from '@atelier/contracts/studio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../i18n/format.ts';
import { usePeople } from '../../../people/use-people.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { inputClass } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { ProjectStore } from '../project-store.ts';
import { Person } from '../records/person.tsx';
import { Shown } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { choicesOf, type Take, undecided } from './conflict-choices.ts';
import { FieldName, FieldValue, nameOf } from './field-value.tsx';
import { fromTyped, isEditable, toType } from './value-kind.ts';

type Props = {
  readonly project: ProjectStore;
  readonly draft: Draft;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
};

const keyOf = ({ opId, fieldPath }: Conflict): string => `${opId}\n${fieldPath}`;

/** The project moved under the draft. Nothing was written; a person says how to go on. */
export const ConflictDialog = ({ project, draft, onDiscard, onClose }: Props) => {
  const { t } = useTranslation(['studio', 'shell']);
  const view = useProjectView(project);
  const act = useAct(project);
  const [takes, setTakes] = useState<Readonly<Record<string, Take>>>({});
  const [busy, setBusy] = useState<string>();
  const { conflicts, revision } = draft;
  const overlapping = conflicts.filter(({ overlap }) => overlap);
  const run = async (name: string, event: Parameters<typeof act>[0]) => {
    setBusy(name);
    const done = await act(event);
    setBusy(undefined);
    if (done?.outcome === 'done' && done.conflicts.length === 0) onClose();
  };
  const expected = { expectedDraftRevision: revision };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="lg"
      title={t('conflict.title')}
      description={t('conflict.detail')}
      footer={
        <div className="flex w-full flex-wrap items-center justify-end gap-2">
          <Button tone="danger" className="me-auto" onClick={onDiscard}>
            {t('draft.discard')}
          </Button>
          <Button busy={busy === 'rerun'} onClick={() => void run('rerun', { type: 'rerunDraft', ...expected })}>
            {t('conflict.rerun')}
          </Button>
          <Button busy={busy === 'rebase'} onClick={() => void run('rebase', { type: 'rebaseDraft', ...expected })}>
            {t('conflict.rebase')}
          </Button>
          <Button
            tone="primary"
            busy={busy === 'resolve'}
            disabled={overlapping.length === 0 || undecided(conflicts, takes) > 0}
            onClick={() =>
              void run('resolve', { type: 'resolveConflicts', ...expected, choices: choicesOf(conflicts, takes) })
            }
          >
            {t('conflict.resolve')}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-3 pb-3">
        {overlapping.length === 0 && <Banner title={t('conflict.noOverlap')} />}
        <ul className="flex flex-col gap-3">
          {conflicts.map((conflict) => (
            <li key={keyOf(conflict)} className="flex flex-col gap-2 rounded-md border border-line bg-raised p-3">
              <div className="flex flex-wrap items-baseline justify-between gap-2">
                <h3 className="font-medium">
                  <Shown text={nameOf(view, conflict.entityId)} /> · <FieldName path={conflict.fieldPath} />
                </h3>
                {conflict.changedAt !== undefined && <Who conflict={conflict} />}
              </div>
              <table className="w-full table-fixed text-sm">
                <thead>
                  <tr className="text-start text-muted">
                    {(['base', 'current', 'mine'] as const).map((side) => (
                      <th key={side} scope="col" className="pb-1 text-start font-normal">
                        {t(`conflict.${side}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  <tr className="align-top">
                    {[conflict.baseValue, conflict.currentValue, conflict.proposedValue].map((value, at) => (
                      <td key={['base', 'current', 'mine'][at]} className="break-words pe-3">
                        <FieldValue path={conflict.fieldPath} value={value} view={view} />
                      </td>
                    ))}
                  </tr>
                </tbody>
              </table>
              {conflict.overlap ? (
                <Choice
                  conflict={conflict}
                  take={takes[keyOf(conflict)]}
                  onTake={(take) => setTakes((now) => ({ ...now, [keyOf(conflict)]: take }))}
                />
              ) : (
                <p className="text-muted text-sm">{t('conflict.noChoice')}</p>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
};

const Who = ({ conflict }: { readonly conflict: Conflict }) => {
  const { t, i18n } = useTranslation('studio');
  const known = usePeople();
  const isMine = known !== undefined && known.me.userId === conflict.changedBy;
  return (
    <p className="text-muted text-sm">
      {isMine ? (
        t('conflict.whoMe')
      ) : (
        <>
          {t('conflict.who')} {conflict.changedBy !== undefined && <Person id={conflict.changedBy} />}
        </>
      )}{' '}
      · <bdi>{formatMoment(conflict.changedAt ?? '', i18n.language)}</bdi>
    </p>
  );
};

type ChoiceProps = {
  readonly conflict: Conflict;
  readonly take: Take | undefined;
  readonly onTake: (take: Take) => void;
};

const Choice = ({ conflict, take, onTake }: ChoiceProps) => {
  const { t } = useTranslation('studio');
  const { fieldPath, proposedValue } = conflict;
  const [typed, setTyped] = useState(() => toType(fieldPath, proposedValue));
  const canType = conflict.kind === 'edit' && isEditable(fieldPath);
  const value = fromTyped(fieldPath, typed);
  const sides = ['mine', 'theirs', ...(canType ? ['value' as const] : [])] as const;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label={t('conflict.take')}
        value={take?.take ?? ('' as 'mine')}
        choices={sides.map((side) => ({ value: side, label: t(`conflict.take_${side}`) }))}
        onChange={(side) => onTake(side === 'value' ? { take: 'value', value } : { take: side })}
      />
      {take?.take === 'value' && (
        <input
          dir="auto"
          aria-label={t('conflict.typed')}
          aria-invalid={value === undefined || undefined}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            onTake({ take: 'value', value: fromTyped(fieldPath, event.target.value) });
          }}
          className={`${inputClass} max-w-56`}
        />
      )}
    </div>
  );
};
