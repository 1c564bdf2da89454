import type { Flag, FlagAction, StudioEvent } from '@atelier/contracts/studio';
import { useNavigate } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { Money } from '../money.tsx';
import type { ProjectStore } from '../project-store.ts';
import { nameOfRecord } from '../records/record-name.ts';
import { Shown, useShownText } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { useWorkspace } from '../use-workspace.ts';
import { type GraveDecision, type GraveEntity, totalsOf } from './at-stake.ts';

const toneOf: Record<Flag['severity'], Tone> = { error: 'danger', warn: 'draft', info: 'neutral' };
const rank = { error: 0, warn: 1, info: 2 } as const;
/** The others are done where they belong: quotes on the quote, approvals on the element. */
const settledHere: readonly FlagAction[] = ['unlink', 'removeLine', 'restore', 'attach', 'handledElsewhere', 'dismiss'];
const general = 'general';
type Asked = { readonly flag: Flag; readonly action: FlagAction };

/** What the checks found, the worst first, each with what can be done about it. */
export const FlagList = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const view = useProjectView(project);
  const act = useAct(project);
  const shown = useShownText();
  const [asked, setAsked] = useState<Asked>();
  const [reason, setReason] = useState('');
  const [elementId, setElementId] = useState(general);
  const navigate = useNavigate();
  const { workspace } = useWorkspace();
  const newest = workspace?.policies.findLast(({ name }) => name === view.policy?.name);
  const flags = view.flags.toSorted((a, b) => rank[a.severity] - rank[b.severity]);
  const canEdit = view.role !== 'viewer';
  const totals = useMemo(() => asked && totalsOf(view, decisionsOf(asked)), [view, asked]);
  const { currency } = view.project;
  const argsOf = (action: FlagAction) => {
    if (action === 'dismiss') return { args: { reason: reason.trim() } };
    return action === 'attach' ? { args: { elementId: elementId === general ? null : elementId } } : {};
  };
  const settle = async ({ flag, action }: Asked) => {
    const event: StudioEvent = {
      type: 'decideFlags',
      decisions: [{ flagId: flag.id, action, ...argsOf(action) }],
    };
    setAsked(undefined);
    setReason('');
    await act(event);
  };
  const approve = (flag: Flag) => {
    const ids = flag.refs.flatMap(({ entity, id }) => (entity === 'element' ? [id] : []));
    return act({
      type: 'approveElement',
      elementIds: ids,
      expectedSpecHashes: Object.fromEntries(ids.map((id) => [id, view.specHashes[id] ?? ''])),
    });
  };
  const proposed = view.session.parked.find(({ source }) => source === 'reconciliation');
  if (flags.length === 0)
    return (
      <EmptyState icon={<ShieldCheck size={20} />} title={t('records.graveyard.noFlags')}>
        {t('records.graveyard.noFlagsDetail')}
      </EmptyState>
    );
  return (
    <>
      <ul className="flex flex-col gap-2">
        {flags.map((flag) => (
          <li key={flag.id} className="flex flex-col gap-2 rounded-md border border-line bg-raised px-3 py-2.5">
            <div className="flex items-start gap-2">
              <Badge tone={toneOf[flag.severity]}>{t(`records.severity.${flag.severity}`)}</Badge>
              <p className="min-w-0 flex-1">
                <Shown text={flag.message} />
              </p>
              <bdi dir="ltr" className="shrink-0 text-faint text-xs">
                {flag.invariant}
              </bdi>
            </div>
            {flag.refs.length > 0 && (
              <p className="flex flex-wrap gap-x-3 text-muted text-sm">
                {flag.refs.slice(0, 6).map(({ id }) => (
                  <Shown key={id} text={nameOfRecord(view, id)} />
                ))}
              </p>
            )}
            {canEdit && (
              <div className="flex flex-wrap gap-2">
                {flag.actions
                  .filter((action) => settledHere.includes(action))
                  .map((action) => (
                    <Button key={action} size="sm" onClick={() => setAsked({ flag, action })}>
                      {t(`records.graveyard.action.${action}`)}
                    </Button>
                  ))}
                {flag.actions.includes('approve') && (
                  <Button size="sm" onClick={() => void approve(flag)}>
                    {t('records.elements.approveAgain')}
                  </Button>
                )}
                {flag.actions.includes('pinNewest') && newest !== undefined && view.role === 'owner' && (
                  <Button size="sm" onClick={() => void act({ type: 'pinPolicy', policyVersionId: newest.id })}>
                    {t('records.graveyard.action.pinNewest', { version: newest.version })}
                  </Button>
                )}
                {flag.actions.includes('reissue') && (
                  <Button size="sm" onClick={() => void navigate({ to: '.', search: { panel: 'quote' } as never })}>
                    {t('records.graveyard.action.reissue')}
                  </Button>
                )}
                {flag.actions.includes('activateFollowUp') && proposed !== undefined && (
                  <Button
                    size="sm"
                    onClick={() => void act({ type: 'activateDraft', draftId: proposed.draftId, mode: 'append' })}
                  >
                    {t('records.graveyard.action.activateFollowUp')}
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {asked !== undefined && (
        <Dialog
          open
          onOpenChange={() => setAsked(undefined)}
          title={t(`records.graveyard.action.${asked.action}`)}
          description={t(`records.graveyard.what.${asked.action}`)}
          footer={
            <>
              <Button onClick={() => setAsked(undefined)}>{t('records.cancel')}</Button>
              <Button
                tone={asked.action === 'removeLine' ? 'dangerSolid' : 'primary'}
                disabled={asked.action === 'dismiss' && reason.trim() === ''}
                onClick={() => void settle(asked)}
              >
                {t(`records.graveyard.action.${asked.action}`)}
              </Button>
            </>
          }
        >
          <div className="flex flex-col gap-3">
            <Shown text={asked.flag.message} />
            {asked.action === 'attach' && (
              <Select
                label={t('records.graveyard.attachTo')}
                value={elementId}
                options={[
                  { value: general, label: t('records.general') },
                  ...view.elements
                    .filter(({ tombstone }) => tombstone === null)
                    .map(({ id, name }) => ({ value: id, label: shown(name) })),
                ]}
                onChange={setElementId}
              />
            )}
            {asked.action === 'dismiss' ? (
              <TextField
                label={t('records.graveyard.reason')}
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            ) : (
              totals !== undefined && (
                <p role="status" className="rounded-md border border-line bg-sunken px-3 py-2">
                  {t('records.graveyard.total')} <Money minor={totals.before} currency={currency} /> (
                  <Money signed minor={totals.after - totals.before} currency={currency} />)
                </p>
              )
            )}
          </div>
        </Dialog>
      )}
    </>
  );
};

const decisionsOf = ({ flag, action }: Asked): readonly GraveDecision[] =>
  action === 'unlink' || action === 'removeLine' || action === 'restore'
    ? flag.refs.map(({ entity, id }) => ({ entity: entity as GraveEntity, id, action }))
    : [];
