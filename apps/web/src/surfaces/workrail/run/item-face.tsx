import type { RunNode, StepOutline } from '@atelier/contracts';
import { type GraphItem, nodesOf, type StepTries } from '@atelier/rails/view';
import type { TFunction } from 'i18next';
import {
  Bookmark,
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CirclePause,
  CircleX,
  FileCheck2,
  Repeat,
  Route,
  Split,
  UserCheck,
  Zap,
} from 'lucide-react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../i18n/format.ts';
import { StepTriesContext } from './step-tries.ts';

/** What an item says, in the graph and in the list alike. */
export const ItemFace = ({ item }: { readonly item: GraphItem }) => {
  const { t, i18n } = useTranslation('workrail');
  const tries = useContext(StepTriesContext).get(item.id);
  const note = [noteOf(item, t, tries), ...factsOf(item, tries, t, i18n.language)].join(' · ');
  return (
    <>
      <span className={tries?.state === 'refused' ? 'shrink-0 text-draft-text' : iconClass(item)}>
        {tries?.state === 'refused' ? <CirclePause size={17} aria-hidden="true" /> : <ItemIcon item={item} />}
      </span>
      <span className="min-w-0 flex-1 leading-tight">
        <bdi className="name-line font-medium text-sm">{titleOf(item, t)}</bdi>
        <span className="block truncate text-faint text-xs" title={note}>
          {note}
        </span>
      </span>
      <ItemBadges nodes={nodesOf(item)} />
    </>
  );
};

type Translate = TFunction<'workrail', undefined>;

export const titleOf = (item: GraphItem, t: Translate): string => {
  switch (item.kind) {
    case 'node':
      return item.node.title ?? t('graph.complete');
    case 'branch':
      return item.nodes.at(-1)?.title ?? t('graph.complete');
    case 'pass':
      return t('graph.pass', { loop: item.title, pass: item.pass });
    case 'ghost':
      return item.title;
    case 'step':
      return item.step.title;
    case 'loop':
      return item.loop.title ?? item.loop.loopId;
  }
};

/** How long a step took, and where it stands in its workflow. */
const factsOf = (item: GraphItem, tries: StepTries | undefined, t: Translate, language: string): readonly string[] => {
  if (item.kind !== 'node' || item.node.kind !== 'step') return [];
  const { position } = item.node;
  return [
    ...(position ? [t('graph.position', position)] : []),
    ...(tries && tries.durationMs !== null ? [formatDuration(tries.durationMs, language)] : []),
  ];
};

const noteOf = (item: GraphItem, t: Translate, tries: StepTries | undefined): string => {
  switch (item.kind) {
    case 'node': {
      const { kind, loops, cause } = item.node;
      if (kind === 'checkpoint') return t('graph.checkpoint');
      if (kind === 'blocked_attempt') return t('graph.blocked');
      const pass = loops.at(-1);
      if (tries?.state === 'refused') return t('graph.refused', { count: tries.refusals.length });
      if (tries?.state === 'done' && tries.times > 1) return t('graph.doneAt', { count: tries.times, ordinal: true });
      if (cause === 'non_tip_advance') return t('graph.forked');
      if (pass) return t('graph.inPass', { loop: pass.title, pass: pass.pass });
      return item.isTip ? (item.node.stepId === null ? t('graph.done') : t('graph.waiting')) : t('graph.step');
    }
    case 'branch':
      return t('graph.branch', { count: item.nodes.filter(({ kind }) => kind !== 'checkpoint').length });
    case 'pass':
      return t('graph.steps', { count: item.nodes.length });
    case 'ghost':
      return t('graph.skipped');
    case 'step':
      return plannedNote(item.step, t);
    case 'loop':
      return t('outline.upTo', { count: item.loop.maxIterations });
  }
};

const plannedNote = ({ provenance, confirmation, conditional, stepId }: StepOutline, t: Translate): string => {
  if (conditional) return t('outline.conditional');
  if (confirmation !== 'never') return t('outline.confirms');
  return provenance.source === 'authored' ? stepId : t(`outline.${provenance.source}`);
};

const iconClass = (item: GraphItem): string => {
  if (item.kind === 'ghost') return 'shrink-0 text-faint';
  if (item.kind === 'step' || item.kind === 'loop') return 'shrink-0 text-accent-text';
  if (item.kind !== 'node') return 'shrink-0 text-muted';
  if (item.node.kind === 'blocked_attempt') return 'shrink-0 text-draft-text';
  if (item.node.kind === 'checkpoint') return 'shrink-0 text-muted';
  if (!item.onPath) return 'shrink-0 text-faint';
  return item.node.stepId === null ? 'shrink-0 text-published-text' : 'shrink-0 text-accent-text';
};

const ItemIcon = ({ item }: { readonly item: GraphItem }) => {
  const size = 17;
  if (item.kind === 'branch') return <Split size={size} aria-hidden="true" />;
  if (item.kind === 'pass') return <Repeat size={size} aria-hidden="true" />;
  if (item.kind === 'loop') return <Repeat size={size} aria-hidden="true" />;
  if (item.kind === 'ghost') return <CircleDashed size={size} aria-hidden="true" />;
  if (item.kind === 'step') {
    const { conditional, confirmation, contractRef } = item.step;
    if (conditional) return <CircleDashed size={size} aria-hidden="true" />;
    if (confirmation !== 'never') return <UserCheck size={size} aria-hidden="true" />;
    return contractRef === undefined ? (
      <Circle size={size} aria-hidden="true" />
    ) : (
      <FileCheck2 size={size} aria-hidden="true" />
    );
  }
  if (item.node.kind === 'checkpoint') return <Bookmark size={size} aria-hidden="true" />;
  if (item.node.kind === 'blocked_attempt') return <CirclePause size={size} aria-hidden="true" />;
  if (item.isTip && item.node.stepId !== null) return <CircleDot size={size} aria-hidden="true" />;
  return <CircleCheck size={size} aria-hidden="true" />;
};

const ItemBadges = ({ nodes }: { readonly nodes: readonly RunNode[] }) => {
  const { t } = useTranslation('workrail');
  const sum = (of: keyof RunNode['badges']): number => nodes.reduce((total, { badges }) => total + badges[of], 0);
  const shown = [
    { key: 'gaps', count: sum('gaps'), icon: CircleAlert, tone: 'text-draft-text' },
    { key: 'divergences', count: sum('divergences'), icon: Route, tone: 'text-draft-text' },
    { key: 'failedValidations', count: sum('failedValidations'), icon: CircleX, tone: 'text-danger-text' },
    { key: 'capabilities', count: sum('capabilities'), icon: Zap, tone: 'text-muted' },
  ].filter(({ count }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <span className="flex shrink-0 items-center gap-1">
      {shown.map(({ key, count, icon: Icon, tone }) => (
        <span key={key} title={t(`graph.badge.${key}`, { count })} data-badge={key} className={tone}>
          <Icon size={14} aria-hidden="true" />
          <span className="sr-only">{t(`graph.badge.${key}`, { count })}</span>
        </span>
      ))}
    </span>
  );
};
