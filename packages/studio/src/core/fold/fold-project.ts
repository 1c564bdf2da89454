import { domainKinds, type ProjectEvent } from '../events/project-event.ts';
import { applyFixes, applyOps } from '../patch/apply.ts';
import { foldDraft, foldSession, sessionAt } from './fold-session.ts';
import { foldTurn } from './fold-turn.ts';
import { projectOf, putEntity } from './records.ts';
import type { ProjectState } from './state.ts';

const most = <Item>(items: Item[], count: number): void => {
  if (items.length > count) items.splice(0, items.length - count);
};

/** Moves the state on by one event, in place. Events arrive in order, each once. */
export const foldProject = (state: ProjectState, event: ProjectEvent): void => {
  state.seq = event.seq + 1;
  state.lastAt = event.at;
  if (domainKinds.has(event.kind)) state.domainSeq += 1;
  switch (event.kind) {
    case 'project.created':
      return putEntity(state.records, 'project', event.data.project);
    case 'project.settingsChanged':
      return putEntity(state.records, 'project', {
        ...projectOf(state.records),
        ...event.data.set,
        updatedAt: event.at,
        updatedSeq: event.seq,
      });
    case 'changeset.applied':
      return applyChangeSet(state, event);
    case 'element.approved': {
      const { snapshot } = event.data;
      state.snapshots.set(snapshot.elementId, [...(state.snapshots.get(snapshot.elementId) ?? []), snapshot]);
      return;
    }
    case 'stage.changed':
      state.stages.push({
        to: event.data.to,
        at: event.at,
        by: event.data.by,
        ...(event.data.reason === undefined ? {} : { reason: event.data.reason }),
      });
      return putEntity(state.records, 'project', {
        ...projectOf(state.records),
        projectStage: event.data.to,
        updatedAt: event.at,
        updatedSeq: event.seq,
      });
    case 'quote.issued': {
      const { quote } = event.data;
      const before = quote.supersedes && state.quotes.get(quote.supersedes);
      if (before) state.quotes.set(before.id, { ...before, status: 'superseded' });
      state.quotes.set(quote.id, quote);
      return;
    }
    case 'quote.statusChanged': {
      const quote = state.quotes.get(event.data.quoteId);
      if (quote) state.quotes.set(quote.id, { ...quote, status: event.data.status });
      return;
    }
    case 'policy.pinned':
      state.policy = event.data.policy;
      return;
    case 'pricing.set':
      state.pricing = event.data.pricing;
      return;
    case 'paymentPlan.set':
      state.paymentPlan = event.data.parts;
      return;
    case 'fact.recorded':
      for (const fact of event.data.facts) putEntity(state.records, 'fact', { ...fact, updatedSeq: event.seq });
      return;
    case 'fact.decided':
      for (const { factId, status } of event.data.decisions) {
        const fact = state.records.fact.get(factId);
        if (fact) putEntity(state.records, 'fact', { ...fact, status, updatedAt: event.at, updatedSeq: event.seq });
      }
      return;
    case 'flag.decided':
      for (const { flagId, status, reason } of event.data.decisions) {
        const flag = state.flags.get(flagId);
        if (flag) state.flags.set(flagId, { ...flag, status, ...(reason === undefined ? {} : { reason }) });
      }
      return;
    case 'reconciliation.completed':
      return reconcile(state, event);
    case 'legacy.imported':
      for (const { id, hash, conversation } of event.data.conversations)
        state.legacy.set(hash, { id, source: event.data.source, at: event.at, conversation });
      return;
    case 'knowledge.added':
      for (const chunk of event.data.chunks) state.knowledge.set(chunk.id, chunk);
      return;
    case 'knowledge.changed':
      for (const id of event.data.chunkIds) {
        const chunk = state.knowledge.get(id);
        if (event.data.to === 'removed') state.knowledge.delete(id);
        else if (chunk) state.knowledge.set(id, { ...chunk, isOn: event.data.to === 'on' });
      }
      return;
    case 'member.set':
      state.members.set(event.data.userId, event.data.role);
      return;
    case 'member.removed':
      state.members.delete(event.data.userId);
      return;
    case 'project.imported':
      return handOver(state, event.data);
    case 'turn.started':
    case 'turn.completed':
    case 'turn.failed':
    case 'message.added':
    case 'agentRun.recorded':
      return foldTurn(state, event);
    case 'session.patched':
      return foldSession(sessionAt(state, event.data.userId, event.at), event);
    case 'draft.revised':
    case 'draft.statusChanged':
    case 'draft.cleared':
    case 'draft.parked':
    case 'draft.activated':
    case 'draft.shared':
    case 'draft.commented':
      return foldDraft(sessionAt(state, event.data.userId, event.at), event);
  }
};

/** Whoever imported it owns it alone, and goes on with what the one who exported it had open. */
const handOver = (state: ProjectState, { by, exportedBy }: { by: string; exportedBy: string }): void => {
  // Who was in it elsewhere is nobody here, whatever they are called.
  state.members.clear();
  state.members.set(by, 'owner');
  const session = state.sessions.get(exportedBy);
  if (!session || state.sessions.has(by)) return;
  state.sessions.delete(exportedBy);
  state.sessions.set(by, session);
};

const applyChangeSet = (state: ProjectState, event: Extract<ProjectEvent, { kind: 'changeset.applied' }>): void => {
  const { data, at, seq } = event;
  const { changeSetId, by, ops, tempIdMap, source, skillId, turnId } = data;
  const origin = {
    source:
      source === 'draft'
        ? ('skill' as const)
        : source === 'import' || source === 'seed'
          ? ('import' as const)
          : ('manual' as const),
    ...(turnId === undefined ? {} : { turnId }),
    ...(skillId === undefined ? {} : { skillId }),
  };
  applyOps(state.records, ops, tempIdMap, { at, by, seq, changeSetId, origin });
  for (const op of ops) {
    const id = op.op === 'create' ? op.tempId : op.id;
    state.lastChange.set(tempIdMap[id] ?? id, { by, at, changeSetId });
  }
  state.changeSets.push({
    changeSetId,
    seq,
    at,
    by,
    version: state.domainSeq,
    source,
    opCount: ops.length,
    ...(data.title === undefined ? {} : { title: data.title }),
    ...(turnId === undefined ? {} : { turnId }),
    ...(skillId === undefined ? {} : { skillId }),
    ...(data.versionName === undefined ? {} : { versionName: data.versionName }),
  });
  if (source !== 'seed') state.applies.push({ at, outcome: 'applied', changeSetId, flagged: false });
  most(state.applies, 500);
};

const reconcile = (state: ProjectState, event: Extract<ProjectEvent, { kind: 'reconciliation.completed' }>): void => {
  const { fixes, opened, closed, changeSetId } = event.data;
  applyFixes(state.records, fixes, event.at, event.seq);
  for (const flag of opened) state.flags.set(flag.id, flag);
  for (const id of closed) {
    const flag = state.flags.get(id);
    if (flag) state.flags.set(id, { ...flag, status: 'resolved' });
  }
  const apply = changeSetId && state.applies.findLast((each) => each.changeSetId === changeSetId);
  if (apply && opened.some(({ severity }) => severity !== 'info')) apply.flagged = true;
};
