import type { Lang, RoutingSummary, StudioEventOf } from '@atelier/contracts/studio';
import type { ProjectState } from '../core/fold/state.ts';
import { languageOf } from '../core/language/language-of.ts';
import type { ToDraft } from '../core/routing/route.ts';
import type { Worked } from './skill-work.ts';
import { blocker, type TurnAtWork } from './turn-at-work.ts';
import { langOf, routedByEvent } from './turn-words.ts';

/** "apply" and "discard" said in words are the buttons; a person who has not said what they saw confirms first. */
export const onPhrase = (here: TurnAtWork, event: StudioEventOf<'chatMessage'>, to: ToDraft): Worked => {
  const { session, state } = here;
  const lang = languageOf(event.text, langOf(state, here.turn.userId));
  const routing: RoutingSummary = {
    ...routedByEvent(state, event),
    route: to.kind.toUpperCase(),
    routedBy: to.routedBy,
  };
  const base = { lang, routing, usedRouterModel: false, elementIds: [], warnings: [] };
  const { seenDraftRevision: seen } = event;
  const revision = session.draft?.revision;
  if (to.kind === 'discard')
    return {
      ...base,
      kind: 'decided',
      chips: [],
      event: { type: 'discardDraft', ...(seen !== undefined && { expectedDraftRevision: seen }) },
    };
  const named = to.followedBy === 'nameVersion' ? { versionName: versionName(state, lang) } : {};
  if ((seen === undefined || to.confirm) && revision !== undefined)
    return {
      ...base,
      kind: 'refused',
      blocker: blocker('DRAFT_REVISION_MISMATCH', {
        he: `להחיל את גרסה ${revision} של השינויים? אשרו בלחיצה.`,
        en: `Apply revision ${revision} of the changes? Confirm with one click.`,
      }),
      chips: [
        {
          label: { he: `להחיל גרסה ${revision}`, en: `Apply revision ${revision}` },
          event: { type: 'applyDraft', expectedDraftRevision: revision, ...named },
        },
      ],
    };
  return {
    ...base,
    kind: 'decided',
    chips: [],
    event: { type: 'applyDraft', expectedDraftRevision: seen ?? 1, ...named },
    ...(to.followedBy === 'issueQuote' && { thenIssue: { type: 'issueQuote', locale: lang } as const }),
  };
};

/** With nothing pending there is nothing to apply first. */
export const onIssue = (here: TurnAtWork, event: StudioEventOf<'chatMessage'>): Worked => {
  const lang = languageOf(event.text, langOf(here.state, here.turn.userId));
  return {
    lang,
    routing: { ...routedByEvent(here.state, event), route: 'ISSUE', routedBy: 'phrase' },
    usedRouterModel: false,
    elementIds: [],
    warnings: [],
    chips: [],
    kind: 'decided',
    event: { type: 'issueQuote', locale: lang },
  };
};

const versionName = (state: ProjectState, lang: Lang): string =>
  lang === 'he' ? `גרסה ${state.domainSeq + 1}` : `Version ${state.domainSeq + 1}`;
