import type { Answers } from '../domain/questions.ts';
import type { ProjectEvent } from '../events/project-event.ts';
import { referred, revisedOps } from './draft-ops.ts';
import { type DraftState, emptySession, type ProjectState, type SessionState } from './state.ts';

const mostClosed = 20;

export const sessionAt = (state: ProjectState, userId: string, at: string): SessionState => {
  const found = state.sessions.get(userId);
  if (found) {
    found.updatedAt = at;
    return found;
  }
  const made = emptySession(at);
  state.sessions.set(userId, made);
  return made;
};

export const foldSession = (
  session: SessionState,
  { data }: Extract<ProjectEvent, { kind: 'session.patched' }>,
): void => {
  session.settings = { ...session.settings, ...data.set };
  if (data.answers)
    session.settings = { ...session.settings, draftAnswers: merged(session.settings.draftAnswers, data.answers) };
};

const merged = (before: Answers, delta: Answers): Answers =>
  Object.fromEntries(Object.entries({ ...before, ...delta }).filter(([, value]) => value !== null));

type DraftEvent = Extract<
  ProjectEvent,
  {
    kind:
      | 'draft.revised'
      | 'draft.statusChanged'
      | 'draft.cleared'
      | 'draft.parked'
      | 'draft.activated'
      | 'draft.shared'
      | 'draft.commented';
  }
>;

export const foldDraft = (session: SessionState, event: DraftEvent): void => {
  const { draftId } = event.data;
  switch (event.kind) {
    case 'draft.revised':
      return revise(session, event);
    case 'draft.statusChanged': {
      const { status, blockedReasons, conflicts } = event.data;
      return change(session, draftId, (draft) => ({
        ...draft,
        status,
        blockedReasons,
        conflicts,
        updatedAt: event.at,
      }));
    }
    case 'draft.shared':
      return change(session, draftId, (draft) => ({ ...draft, isShared: event.data.shared }));
    case 'draft.commented': {
      const { commentId: id, by, revision, text } = event.data;
      const comment = { id, by, at: event.at, revision, text, seq: event.seq };
      return change(session, draftId, (draft) => ({ ...draft, comments: [...(draft.comments ?? []), comment] }));
    }
    case 'draft.cleared': {
      const draft = take(session, draftId);
      if (draft) session.closed = [{ ...draft, closed: event.data.why }, ...session.closed].slice(0, mostClosed);
      return;
    }
    case 'draft.parked': {
      const draft = take(session, draftId);
      if (draft) session.parked = [...session.parked, draft];
      return;
    }
    case 'draft.activated': {
      const draft = take(session, draftId);
      if (draft) session.draft = draft;
      return;
    }
  }
};

const revise = (session: SessionState, { data, at }: Extract<ProjectEvent, { kind: 'draft.revised' }>): void => {
  const before = take(session, data.draftId);
  const { draftId, revision, title, source, delta, status, blockedReasons, issues, conflicts, impact, lastTouched } =
    data;
  const draft: DraftState = {
    draftId,
    revision,
    title,
    source,
    ops: revisedOps(before?.ops ?? [], delta),
    status,
    blockedReasons,
    issues: referred(before?.issues ?? [], issues),
    conflicts,
    impact: { ...impact, elementIds: referred(before?.impact.elementIds ?? [], impact.elementIds) },
    lastTouched,
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
    isShared: before?.isShared ?? false,
    deltas: [...(before?.deltas ?? []), delta],
    ...(before?.comments === undefined ? {} : { comments: before.comments }),
  };
  if (data.place === 'active') session.draft = draft;
  else session.parked = [...session.parked, draft];
};

/** The draft, taken out of wherever it was. */
const take = (session: SessionState, draftId: string): DraftState | undefined => {
  const found = draftOf(session, draftId);
  if (session.draft?.draftId === draftId) session.draft = null;
  session.parked = session.parked.filter((each) => each.draftId !== draftId);
  session.closed = session.closed.filter((each) => each.draftId !== draftId);
  if (!found) return undefined;
  const { closed: _was, ...open } = found;
  return open;
};

/** A person's draft, wherever it is now. */
export const draftOf = (session: SessionState, draftId: string): DraftState | undefined =>
  [...(session.draft ? [session.draft] : []), ...session.parked, ...session.closed].find(
    (each) => each.draftId === draftId,
  );

const change = (session: SessionState, draftId: string, to: (draft: DraftState) => DraftState): void => {
  if (session.draft?.draftId === draftId) session.draft = to(session.draft);
  session.parked = session.parked.map((each) => (each.draftId === draftId ? to(each) : each));
};
