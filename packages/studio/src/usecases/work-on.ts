import type { ScopeChoice, StudioEventOf } from '@atelier/contracts/studio';
import { emptySession, type SessionState } from '../core/fold/state.ts';
import { requestOf } from '../core/fold/turn-request.ts';
import { languageOf } from '../core/language/language-of.ts';
import { mayAskRouterModel } from '../core/routing/breaker.ts';
import { readPhrase } from '../core/routing/commands.ts';
import { didYouMean } from '../core/routing/did-you-mean.ts';
import { routeAgain, routeEvent, routeMessage } from '../core/routing/route.ts';
import type { Scope } from '../core/scope/scope.ts';
import type { StudioPorts } from '../ports/index.ts';
import type { LetIn } from './admit.ts';
import { askRouter } from './ask-router.ts';
import { onIssue, onPhrase } from './on-phrase.ts';
import { onSkill } from './on-skill.ts';
import type { SkillEvent } from './skill-turn.ts';
import type { Worked } from './skill-work.ts';
import { blocker, noDraftBlocker, refused, routeContext, staleDraft, type TurnAtWork } from './turn-at-work.ts';
import type { TurnOf } from './turn-events.ts';
import { type FactsFor, langOf } from './turn-words.ts';

/** From a person's words to what a skill makes of them. Nothing is recorded here. */
export const workOn = async (
  ports: StudioPorts,
  factsFor: FactsFor,
  admitted: Omit<LetIn, 'event'> & { readonly event: SkillEvent },
  turn: TurnOf,
  { signal, onSaid }: Pick<TurnAtWork, 'signal' | 'onSaid'>,
): Promise<Worked> => {
  const now = await ports.projects.at(admitted.stream);
  if (!now.ok) throw new Error(`${admitted.stream} cannot be read`);
  const { state } = now.value;
  const session = state.sessions.get(turn.userId) ?? emptySession('');
  const facts = () => factsFor({ ...admitted, state }, turn);
  const here: TurnAtWork = { ports, state, session, turn, signal, onSaid, facts };
  const { event } = admitted;
  switch (event.type) {
    case 'chatMessage':
      return onMessage(here, event);
    case 'generateQuestions': {
      const to = routeEvent('generateQuestions', routeContext(here), {
        ...(event.skillId !== undefined && { skillId: event.skillId }),
      });
      const asked = { pending: event.pendingAnswers ?? {}, ...(event.count !== undefined && { count: event.count }) };
      return onSkill(here, to, '', { asked });
    }
    case 'reviseDraft': {
      const stale = staleDraft(here, event.expectedDraftRevision);
      if (stale) return refused(here, event.feedbackText, stale);
      const to = routeEvent('reviseDraft', routeContext(here), { text: event.feedbackText });
      return onSkill(here, to, event.feedbackText, {});
    }
    case 'resolveScope':
      return onScope(here, event);
    case 'rerunDraft':
      return onRerun(here, event);
  }
};

const onMessage = async (here: TurnAtWork, event: StudioEventOf<'chatMessage'>): Promise<Worked> => {
  if (!here.session.draft && readPhrase(event.text)?.followedBy === 'issueQuote') return onIssue(here, event);
  const decision = routeMessage(event.text, routeContext(here));
  if (decision.kind === 'skill') return onSkill(here, decision, event.text, {});
  if (decision.kind !== 'ambiguous') return onPhrase(here, event, decision);
  const { ports, state, session } = here;
  const hasModel = await ports.models.isChosen('router');
  const history = state.skillTurns.map(({ usedRouterModel }) => ({ usedRouterModel }));
  const asked = mayAskRouterModel(decision, { hasModel, history })
    ? await askRouter(ports, { state, session, turn: here.turn, signal: here.signal }, decision)
    : undefined;
  if (asked) return onSkill(here, asked, event.text, { usedRouterModel: true });
  const lang = languageOf(event.text, langOf(state, here.turn.userId));
  const chips = didYouMean(decision.top, event.text, lang);
  return onSkill(here, decision.otherwise, event.text, { chips, usedRouterModel: hasModel && asked !== undefined });
};

/** The message that could not be placed, once more, about what the person chose. */
const onScope = async (here: TurnAtWork, event: StudioEventOf<'resolveScope'>): Promise<Worked> => {
  const asked = here.state.turns.get(event.turnId);
  const text = requestOf(here.state, event.turnId)?.text ?? '';
  const { choice } = event;
  const gone =
    'elementIds' in choice
      ? choice.elementIds.filter((id) => here.state.records.element.get(id)?.tombstone !== null && !isDrafted(here, id))
      : [];
  if (!asked || asked.userId !== here.turn.userId || text === '' || gone.length > 0)
    return refused(
      here,
      text,
      blocker('NOT_FOUND', {
        he: 'השאלה הזו כבר לא פתוחה. כתבו את הבקשה שוב.',
        en: 'That question is no longer open. Send the request again.',
      }),
    );
  const to = routeAgain(text, routeContext(here), asked.skillId);
  if (!to) return refused(here, text, blocker('NOT_FOUND', { he: 'אין מה להריץ.', en: 'There is nothing to run.' }));
  return onSkill(here, to, text, { scope: chosenScope(choice) });
};

const chosenScope = (choice: ScopeChoice): Scope => {
  if ('elementIds' in choice) return { kind: 'elements', ids: choice.elementIds, method: 'chosen' };
  return { kind: 'createNew' in choice ? 'new' : 'project', method: 'chosen' };
};

const isDrafted = ({ session }: TurnAtWork, id: string): boolean =>
  session.draft?.ops.some((op) => op.op === 'create' && op.tempId === id) ?? false;

/** The requests a draft came from, again, on the project as it is now. */
const onRerun = async (here: TurnAtWork, event: StudioEventOf<'rerunDraft'>): Promise<Worked> => {
  const { session, state } = here;
  const stale = staleDraft(here, event.expectedDraftRevision);
  if (stale) return refused(here, '', stale);
  const groups = [...new Set(session.draft?.ops.map(({ groupId }) => groupId) ?? [])];
  const requests = groups.flatMap((turnId) => {
    const request = requestOf(state, turnId);
    return request ? [{ ...request, turnId }] : [];
  });
  if (requests.length === 0)
    return refused(
      here,
      '',
      blocker('NOT_ALLOWED', {
        he: 'השינויים האלה לא באו מבקשה, ולכן אין מה להריץ שוב. אפשר לבסס מחדש.',
        en: 'These changes came from no request, so there is nothing to run again. Rebase them instead.',
      }),
    );
  let last: Worked | undefined;
  const all: Extract<Worked, { kind: 'skill' }>[] = [];
  let virtual: SessionState = { ...session, draft: null };
  for (const { turnId, text, choice } of requests) {
    // Under the turn each request was made in: its changes stay one group, and can be run again once more.
    const at = { ...here, session: virtual, turn: { ...here.turn, turnId } };
    const context = { ...routeContext(at), hasDraft: all.length > 0 };
    const to = routeAgain(text, context, state.turns.get(turnId)?.skillId);
    if (!to) continue;
    last = await onSkill(at, to, text, choice === undefined ? {} : { scope: chosenScope(choice) });
    if (last.kind !== 'skill' || last.output.needsScope || !last.output.draft) return last;
    all.push(last);
    const before = virtual.draft?.ops ?? [];
    const own = new Map(last.output.draft.ops.map((op) => [op.opId, op]));
    const ops = [
      ...before.map((op) => own.get(op.opId) ?? op),
      ...last.output.draft.ops.filter(({ opId }) => !before.some((op) => op.opId === opId)),
    ];
    const draft = session.draft ? { ...session.draft, ops, lastTouched: [...last.output.elementIds] } : null;
    virtual = { ...virtual, draft };
  }
  const newest = all.at(-1);
  if (!newest?.output.draft || !virtual.draft) return last ?? refused(here, '', noDraftBlocker);
  const draft = { ...newest.output.draft, ops: virtual.draft.ops, carry: [] };
  return { ...newest, output: { ...newest.output, draft }, fresh: true };
};
