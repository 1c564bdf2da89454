import type { DiffGroup, Draft, OpDiff, ProjectView } from '@atelier/contracts/studio';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Money } from '../money.tsx';
import { useAsked } from '../page/use-asked.ts';
import type { ProjectStore } from '../project-store.ts';
import { Shown, useShownText } from '../shown-text.tsx';
import { useProjectView } from '../use-project.ts';
import { type DiffFilter, filterDiff } from './filter-diff.ts';
import { OpRow, type OpRowDeeds, SlimRow } from './op-row.tsx';
import { useDraftEdits } from './use-draft-edits.ts';
import { useDrawnRows } from './use-drawn-rows.ts';

type Props = { readonly project: ProjectStore; readonly draft: Draft };

const filters: readonly DiffFilter[] = ['all', 'money', 'client'];

/** Every change, grouped by element. J and K walk, X includes or leaves out, E edits. */
export const DiffList = ({ project, draft }: Props) => {
  const { t } = useTranslation('studio');
  const view = useProjectView(project);
  const shown = useShownText();
  const list = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useState<DiffFilter>('all');
  const [editing, setEditing] = useState<string>();
  const [current, setCurrent] = useState<string>();
  const { edit, isIncluded } = useDraftEdits(project);
  const groups = filterDiff(view.session.diff, filter);
  const ops = groups.flatMap((group) => group.ops);
  const at = Math.max(
    0,
    ops.findIndex(({ opId }) => opId === current),
  );
  const row = (opId: string | undefined) => list.current?.querySelector<HTMLElement>(`[data-op="${opId}"]`);
  const go = (to: number) => {
    const next = ops[Math.min(ops.length - 1, Math.max(0, to))];
    setCurrent(next?.opId);
    row(next?.opId)?.focus();
  };
  useAsked('review', () => requestAnimationFrame(() => go(at)));
  const toggle = (chosen: readonly OpDiff[], include: boolean) => edit(chosen.map(({ opId }) => ({ opId, include })));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (event.target instanceof HTMLElement && /^(input|textarea|select)$/i.test(event.target.tagName)) return;
    const op = ops[at];
    if (op === undefined) return;
    if (event.code === 'KeyJ') go(current === undefined ? 0 : at + 1);
    else if (event.code === 'KeyK') go(at - 1);
    else if (event.code === 'KeyX') toggle([op], !isIncluded(op.opId, op.include));
    else if (event.code === 'KeyE') setEditing(op.opId);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const deeds: OpRowDeeds = {
    focus: setCurrent,
    include: (opId, include) => edit([{ opId, include }]),
    editing: (opId, on) => {
      setEditing(on ? opId : undefined);
      if (!on) requestAnimationFrame(() => row(opId)?.focus());
    },
    value: (opId, path, value) => edit([{ opId, path, value }]),
  };
  const latest = useRef(deeds);
  latest.current = deeds;
  const does = useMemo(
    (): OpRowDeeds => ({
      focus: (...at) => latest.current.focus(...at),
      include: (...at) => latest.current.include(...at),
      editing: (...at) => latest.current.editing(...at),
      value: (...at) => latest.current.value(...at),
    }),
    [],
  );
  const evidenceByOp = useMemo(
    () => new Map(draft.ops.map(({ opId, evidence }) => [opId, evidence?.userText])),
    [draft.ops],
  );
  const drawn = useDrawnRows(ops.length);
  const placeOf = new Map(ops.map(({ opId }, place) => [opId, place]));
  const isDrawn = (opId: string): boolean => (placeOf.get(opId) ?? 0) < drawn || opId === current || opId === editing;
  const turns = [...new Set(draft.ops.map(({ groupId }) => groupId))];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the list inside it
    <div ref={list} onKeyDown={onKeyDown} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented
          label={t('draft.filter.label')}
          value={filter}
          choices={filters.map((value) => ({ value, label: t(`draft.filter.${value}`) }))}
          onChange={setFilter}
        />
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-faint text-xs pointer-coarse:hidden">
          <Kbd keys="J" /> <Kbd keys="K" /> {t('draft.keys.walk')} <Kbd keys="X" /> {t('draft.keys.include')}{' '}
          <Kbd keys="E" /> {t('draft.keys.edit')}
        </p>
      </div>
      {groups.map((group) => (
        <section key={group.elementId ?? 'project'} aria-label={shown(group.label)} className="flex flex-col">
          {group.ops.some(({ opId }) => isDrawn(opId)) ? (
            <GroupHead
              group={group}
              currency={view.project.currency}
              canSeeCosts={view.canSeeCosts}
              isIncluded={isIncluded}
              onToggle={(include) => toggle(group.ops, include)}
            />
          ) : (
            <SlimHead label={shown(group.label)} />
          )}
          <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-raised">
            {group.ops.map((op) =>
              isDrawn(op.opId) ? (
                <OpRow
                  key={op.opId}
                  op={op}
                  view={view}
                  evidence={evidenceByOp.get(op.opId)}
                  isIncluded={isIncluded(op.opId, op.include)}
                  isCurrent={ops[at]?.opId === op.opId}
                  isEditing={editing === op.opId}
                  does={does}
                />
              ) : (
                <SlimRow key={op.opId} opId={op.opId} label={shown(op.label)} />
              ),
            )}
          </ul>
        </section>
      ))}
      {groups.length === 0 && <p className="text-muted">{t('draft.filter.nothing')}</p>}
      {turns.length > 1 && (
        <section aria-label={t('draft.turns')} className="flex flex-col gap-1.5">
          <h3 className="font-semibold text-sm">{t('draft.turns')}</h3>
          {turns.map((turnId) => {
            const count = draft.ops.filter(({ groupId }) => groupId === turnId).length;
            const said = saidBefore(view.messages, turnId);
            return (
              <div key={turnId} className="flex items-center gap-2 text-sm">
                <span dir="auto" className="min-w-0 flex-1 truncate text-muted">
                  {said ?? t('draft.byHand')}
                </span>
                <Button size="sm" tone="quiet" onClick={() => edit([{ dropGroup: turnId }])}>
                  {t('draft.dropGroup', { count })}
                </Button>
              </div>
            );
          })}
        </section>
      )}
    </div>
  );
};

/** What was asked for in a turn. A turn that answers a question has no words of its own: those before it count. */
const saidBefore = (messages: ProjectView['messages'], turnId: string): string | undefined => {
  const at = messages.findLastIndex((message) => message.turnId === turnId);
  return messages.slice(0, at + 1).findLast(({ role }) => role === 'user')?.text;
};

/** The head of a group that is out of sight for now, as high as the one that follows. */
const SlimHead = ({ label }: { readonly label: string }) => <p className="py-1.5 ps-10 font-medium">{label}</p>;

type HeadProps = {
  readonly group: DiffGroup;
  readonly currency: string;
  readonly canSeeCosts: boolean;
  readonly isIncluded: (opId: string, known: boolean) => boolean;
  readonly onToggle: (include: boolean) => void;
};

const GroupHead = ({ group, currency, canSeeCosts, isIncluded, onToggle }: HeadProps) => {
  const { t } = useTranslation('studio');
  const shown = useShownText();
  const on = group.ops.filter(({ opId, include }) => isIncluded(opId, include));
  const cost = on.reduce((sum, { costDeltaMinor }) => sum + costDeltaMinor, 0);
  return (
    <div className="flex items-center justify-between gap-3 py-1.5 ps-3 pe-3">
      <div className="flex min-w-0 items-center gap-2 font-medium">
        <Checkbox
          label={t('draft.includeGroup', { name: shown(group.label), count: group.ops.length })}
          checked={on.length === group.ops.length ? true : on.length === 0 ? false : 'mixed'}
          onChange={() => onToggle(on.length !== group.ops.length)}
        />
      </div>
      {canSeeCosts && cost !== 0 && (
        <span className="text-muted text-sm">
          {t('draft.costOf')} <Money minor={cost} currency={currency} signed className="text-text tabular-nums" />
        </span>
      )}
      <span className="sr-only">
        <Shown text={group.label} />
      </span>
    </div>
  );
};
