import type { StudioEvent, StudioEventType } from '../domain/studio-event.ts';
import type { ProjectState } from '../fold/state.ts';
import { both } from '../words/issue.ts';
import { applyDraft } from './apply-draft.ts';
import { approveElement } from './approve.ts';
import { chooseOffered } from './choose-offered.ts';
import { commentDraft } from './comment-draft.ts';
import {
  activateDraft,
  discardDraft,
  editDraft,
  overrideJudge,
  parkDraft,
  rebaseDraft,
  restoreDraftRevision,
  shareDraft,
  undoChangeSet,
} from './drafts.ts';
import type { MemberRole, Outcome, TurnFacts } from './facts.ts';
import { decideFacts } from './facts-decisions.ts';
import { decideFlags, decideGraveyard } from './graveyard.ts';
import { addKnowledge, changeKnowledge, importLegacy } from './knowledge.ts';
import { manualEdit } from './manual-edit.ts';
import { done, rejected } from './outcome.ts';
import { issueQuote, setQuoteStatus } from './quotes.ts';
import { markSeen, saveAnswerDraft, saveAnswers, setPins, setScope } from './session.ts';
import { pinPolicy, setPaymentPlan, setProjectPricing, setProjectSettings } from './settings.ts';
import { advanceStage } from './stage.ts';

/** The least role that may send an event; moving a stage back asks for more. */
export const leastRole: Readonly<Record<StudioEventType, MemberRole>> = {
  chatMessage: 'editor',
  generateQuestions: 'editor',
  reviseDraft: 'editor',
  resolveScope: 'editor',
  rerunDraft: 'editor',
  applyDraft: 'editor',
  discardDraft: 'editor',
  saveAnswers: 'editor',
  saveAnswerDraft: 'editor',
  setPins: 'viewer',
  setScope: 'viewer',
  importLegacy: 'editor',
  editDraft: 'editor',
  manualEdit: 'editor',
  chooseOffered: 'editor',
  approveElement: 'editor',
  decideFacts: 'editor',
  decideFlags: 'editor',
  decideGraveyard: 'editor',
  advanceStage: 'editor',
  pinPolicy: 'owner',
  setProjectPricing: 'owner',
  setPaymentPlan: 'owner',
  issueQuote: 'owner',
  setQuoteStatus: 'owner',
  cancelTurn: 'editor',
  parkDraft: 'editor',
  activateDraft: 'editor',
  restoreDraftRevision: 'editor',
  rebaseDraft: 'editor',
  resolveConflicts: 'editor',
  undoChangeSet: 'editor',
  shareDraft: 'editor',
  commentDraft: 'viewer',
  markSeen: 'viewer',
  overrideJudge: 'owner',
  addKnowledge: 'editor',
  changeKnowledge: 'editor',
  setProjectSettings: 'owner',
};

const ranks: readonly MemberRole[] = ['viewer', 'editor', 'owner'];
export const mayDo = (role: MemberRole, type: StudioEventType): boolean =>
  ranks.indexOf(role) >= ranks.indexOf(leastRole[type]);

/** What an event that runs no skill comes to: one batch of events, reconciliation included, or what stands in its way. */
export const decide = (state: ProjectState, event: StudioEvent, facts: TurnFacts): Outcome => {
  if (!mayDo(facts.role, event.type)) return forbidden(event.type);
  switch (event.type) {
    case 'applyDraft':
      return applyDraft(state, event, facts);
    case 'discardDraft':
      return discardDraft(state, event, facts);
    case 'editDraft':
      return editDraft(state, event, facts);
    case 'parkDraft':
      return parkDraft(state, facts);
    case 'activateDraft':
      return activateDraft(state, event, facts);
    case 'restoreDraftRevision':
      return restoreDraftRevision(state, event, facts);
    case 'rebaseDraft':
    case 'resolveConflicts':
      return rebaseDraft(state, event, facts);
    case 'undoChangeSet':
      return undoChangeSet(state, event, facts);
    case 'shareDraft':
      return shareDraft(state, event, facts);
    case 'commentDraft':
      return commentDraft(state, event, facts);
    case 'markSeen':
      return markSeen(state, event, facts);
    case 'overrideJudge':
      return overrideJudge(state, event, facts);
    case 'manualEdit':
      return manualEdit(state, event, facts);
    case 'chooseOffered':
      return chooseOffered(state, event, facts);
    case 'approveElement':
      return approveElement(state, event, facts);
    case 'decideFacts':
      return decideFacts(state, event, facts);
    case 'decideFlags':
      return decideFlags(state, event, facts);
    case 'decideGraveyard':
      return decideGraveyard(state, event, facts);
    case 'advanceStage':
      return advanceStage(state, event, facts);
    case 'pinPolicy':
      return pinPolicy(state, event, facts);
    case 'setProjectPricing':
      return setProjectPricing(state, event, facts);
    case 'setPaymentPlan':
      return setPaymentPlan(state, event, facts);
    case 'setProjectSettings':
      return setProjectSettings(state, event, facts);
    case 'issueQuote':
      return issueQuote(state, event, facts);
    case 'setQuoteStatus':
      return setQuoteStatus(state, event, facts);
    case 'setPins':
      return setPins(event, facts);
    case 'setScope':
      return setScope(state, event, facts);
    case 'saveAnswerDraft':
      return saveAnswerDraft(state, event, facts);
    case 'saveAnswers':
      return saveAnswers(state, event, facts);
    case 'importLegacy':
      return importLegacy(state, event, facts);
    case 'addKnowledge':
      return addKnowledge(state, event, facts);
    case 'changeKnowledge':
      return changeKnowledge(state, event, facts);
    case 'cancelTurn':
      return done([], both('נעצר.', 'Stopped.'));
    case 'chatMessage':
    case 'generateQuestions':
    case 'reviseDraft':
    case 'resolveScope':
    case 'rerunDraft':
      // The turn engine runs the skill and hands its output to `proposeDraft`.
      throw new Error(`${event.type} runs a skill and is not decided here`);
  }
};

const forbidden = (type: StudioEventType): Outcome =>
  type === 'issueQuote'
    ? rejected(
        'FORBIDDEN_ISSUE',
        both(
          'רק בעלים מפיקים הצעת מחיר. בקשו מבעלי הפרויקט.',
          'Only an owner can issue a quote. Ask an owner of this project.',
        ),
      )
    : rejected(
        'NOT_ALLOWED',
        both(
          'אין לכם הרשאה לזה בפרויקט הזה. בקשו מבעלים.',
          'Your role in this project does not allow this. Ask an owner.',
        ),
      );
