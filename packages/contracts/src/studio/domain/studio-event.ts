import { z } from 'zod';
import { FlagAction } from './findings.ts';
import { CreateOp, RefOp, RestoreOp, SetOp, TombstoneOp } from './patch.ts';
import { idOf, JsonValue, Lang, ProjectStage, TurnId } from './primitives.ts';
import { Answers } from './questions.ts';
import { quoteStatuses } from './quote.ts';
import { Focus, PinnedChannel, PinnedStage } from './session.ts';
import { PaymentPlan, ProjectPricing } from './workspace.ts';

const Revision = z.int().min(1);
const Codes = z.array(z.string().min(1).max(80)).max(40);
const event = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape });

/** An op as a person's grid sends it: what the server fills is not accepted. */
const ManualOp = z.discriminatedUnion('op', [
  CreateOp.pick({ op: true, opId: true, entity: true, tempId: true, fields: true }),
  SetOp.pick({ op: true, opId: true, entity: true, id: true, changes: true }),
  RefOp.pick({ op: true, opId: true, entity: true, id: true, path: true, refs: true }),
  TombstoneOp.pick({ op: true, opId: true, entity: true, id: true, note: true }),
  RestoreOp.pick({ op: true, opId: true, entity: true, id: true }),
]);
export type ManualOp = z.infer<typeof ManualOp>;

export const ScopeChoice = z.union([
  z.strictObject({ elementIds: z.array(idOf('el')).min(1).max(20) }),
  z.strictObject({ createNew: z.literal(true) }),
  z.strictObject({ wholeProject: z.literal(true) }),
]);
export type ScopeChoice = z.infer<typeof ScopeChoice>;

export const LegacyConversation = z.strictObject({
  tab: z.enum(['ideation', 'planning', 'solutioning', 'other']),
  title: z.string().max(300).exactOptional(),
  messages: z
    .array(
      z.strictObject({
        role: z.enum(['user', 'assistant', 'system']),
        text: z.string().min(1).max(20_000),
        at: z.string().max(40).exactOptional(),
      }),
    )
    .min(1)
    .max(2_000),
});
export type LegacyConversation = z.infer<typeof LegacyConversation>;

/** One action of one person: the only way anything happens to a project. */
export const StudioEvent = z.discriminatedUnion('type', [
  event('chatMessage', {
    text: z.string().min(1).max(8_000),
    seenDraftRevision: Revision.exactOptional(),
    lang: Lang.exactOptional(),
  }),
  event('generateQuestions', {
    pendingAnswers: Answers.exactOptional(),
    skillId: z.string().max(80).exactOptional(),
    count: z.int().min(1).max(5).exactOptional(),
  }),
  event('reviseDraft', { feedbackText: z.string().min(1).max(8_000), expectedDraftRevision: Revision.exactOptional() }),
  event('applyDraft', {
    expectedDraftRevision: Revision,
    acknowledge: Codes.exactOptional(),
    /** "finalize version": the name under which History shows it. */
    versionName: z.string().min(1).max(120).exactOptional(),
  }),
  event('discardDraft', { expectedDraftRevision: Revision.exactOptional() }),
  event('saveAnswers', { answers: Answers }),
  event('saveAnswerDraft', {
    answers: Answers,
    skip: z.array(z.string()).max(50).exactOptional(),
    unskip: z.array(z.string()).max(50).exactOptional(),
    continueAnyway: z.boolean().exactOptional(),
  }),
  event('setPins', { pinnedStage: PinnedStage.exactOptional(), pinnedChannel: PinnedChannel.exactOptional() }),
  event('setScope', {
    selectedElementIds: z.array(idOf('el')).max(20).exactOptional(),
    focus: Focus.exactOptional(),
    /** Lets go of an open question about scope. */
    dismissScope: z.literal(true).exactOptional(),
  }),
  event('resolveScope', { turnId: TurnId, choice: ScopeChoice }),
  event('importLegacy', {
    source: z.string().min(1).max(300),
    conversations: z.array(LegacyConversation).min(1).max(50),
  }),
  event('editDraft', {
    expectedDraftRevision: Revision,
    edits: z
      .array(
        z.union([
          z.strictObject({ opId: z.string(), include: z.boolean() }),
          z.strictObject({ opId: z.string(), path: z.string().max(60), value: JsonValue }),
          z.strictObject({ dropGroup: TurnId }),
        ]),
      )
      .min(1)
      .max(200),
  }),
  event('manualEdit', {
    ops: z.array(ManualOp).min(1).max(50),
    /** The hash of each existing entity as the person saw it. */
    ifMatch: z.record(z.string(), z.string()),
    acknowledge: Codes.exactOptional(),
  }),
  /** Takes an optional or alternative element into the total; of alternatives the one that was in it steps aside. */
  event('chooseOffered', { elementId: idOf('el') }),
  event('approveElement', {
    elementIds: z.array(idOf('el')).min(1).max(50),
    expectedSpecHashes: z.record(z.string(), z.string()),
  }),
  event('decideFacts', {
    decisions: z
      .array(z.strictObject({ factId: idOf('fct'), decision: z.enum(['accept', 'reject']) }))
      .min(1)
      .max(100),
  }),
  event('decideFlags', {
    decisions: z
      .array(
        z.strictObject({
          flagId: z.string(),
          action: FlagAction,
          /** `attach`: the element (none is General) and tasks. `dismiss`: the reason. */
          args: z
            .strictObject({
              elementId: idOf('el').nullable().exactOptional(),
              taskIds: z.array(idOf('tsk')).max(30).exactOptional(),
              reason: z.string().min(1).max(500).exactOptional(),
            })
            .exactOptional(),
        }),
      )
      .min(1)
      .max(100),
  }),
  /** The Graveyard's own actions, on entities rather than flags. */
  event('decideGraveyard', {
    decisions: z
      .array(
        z.strictObject({
          entity: z.enum(['element', 'task', 'materialLine', 'workLine', 'risk', 'decision', 'section']),
          id: z.string(),
          action: z.enum(['unlink', 'removeLine', 'restore', 'attach']),
          args: z
            .strictObject({
              elementId: idOf('el').nullable().exactOptional(),
              taskIds: z.array(idOf('tsk')).max(30).exactOptional(),
            })
            .exactOptional(),
        }),
      )
      .min(1)
      .max(100),
  }),
  event('advanceStage', {
    to: ProjectStage,
    reason: z.string().min(1).max(500).exactOptional(),
    acknowledge: Codes.exactOptional(),
  }),
  event('pinPolicy', { policyVersionId: idOf('pol') }),
  event('setProjectPricing', {
    discount: ProjectPricing.shape.discount,
    marginBps: ProjectPricing.shape.marginBps,
    vatBps: ProjectPricing.shape.vatBps,
    reason: ProjectPricing.shape.reason,
  }),
  event('setPaymentPlan', { parts: PaymentPlan }),
  event('issueQuote', {
    locale: z.enum(['he', 'en', 'both']),
    acknowledge: Codes.exactOptional(),
    clientRef: z.string().max(120).exactOptional(),
    /** The total the person saw; with another one nothing is issued. */
    seenTotalMinor: z.int().exactOptional(),
  }),
  event('setQuoteStatus', {
    quoteId: idOf('qt'),
    status: z.enum(quoteStatuses),
    note: z.string().max(500).exactOptional(),
  }),
  event('cancelTurn', { turnId: TurnId }),
  event('parkDraft', {}),
  event('activateDraft', { draftId: idOf('drf'), mode: z.enum(['replace', 'append']) }),
  event('restoreDraftRevision', { draftId: idOf('drf'), revision: Revision }),
  event('rebaseDraft', { expectedDraftRevision: Revision }),
  event('resolveConflicts', {
    expectedDraftRevision: Revision,
    choices: z
      .array(
        z.strictObject({
          opId: z.string(),
          fieldPath: z.string(),
          take: z.enum(['mine', 'theirs', 'value']),
          value: JsonValue.exactOptional(),
        }),
      )
      .min(1)
      .max(400),
  }),
  event('undoChangeSet', { changeSetId: idOf('cs') }),
  event('rerunDraft', { expectedDraftRevision: Revision }),
  event('shareDraft', { shared: z.boolean() }),
  /** On a draft of one's own, or one that its owner shared. */
  event('commentDraft', { draftId: idOf('drf'), text: z.string().min(1).max(2_000) }),
  /** Everything before this seq was looked at. */
  event('markSeen', { seq: z.int().min(0) }),
  event('overrideJudge', { expectedDraftRevision: Revision, reason: z.string().min(1).max(500) }),
  event('addKnowledge', {
    source: z.string().min(1).max(300),
    chunks: z
      .array(z.strictObject({ title: z.string().min(1).max(200), text: z.string().min(1).max(2_000), lang: Lang }))
      .min(1)
      .max(500),
  }),
  event('changeKnowledge', { chunkIds: z.array(idOf('kno')).min(1).max(500), to: z.enum(['on', 'off', 'removed']) }),
  event('setProjectSettings', {
    client: z
      .strictObject({
        name: z.string().min(1).max(200),
        contact: z.string().max(300).exactOptional(),
        vatId: z.string().max(40).exactOptional(),
        clientId: idOf('cli').exactOptional(),
      })
      .exactOptional(),
    primaryLang: Lang.exactOptional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .exactOptional(),
    timeZone: z.string().min(1).max(60).exactOptional(),
    workWeek: z.array(z.int().min(0).max(6)).min(1).max(7).exactOptional(),
    holidays: z.array(z.iso.date()).max(200).exactOptional(),
    nationalHolidays: z.enum(['IL', 'none']).exactOptional(),
    quotePrefix: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,12}$/)
      .exactOptional(),
    judge: z.enum(['auto', 'off']).exactOptional(),
    costVisibility: z.enum(['all', 'editors']).exactOptional(),
    studioTabV1: z.boolean().exactOptional(),
    /** The Advanced toggle: old tabs are shown or hidden. */
    legacyTabs: z.boolean().exactOptional(),
    isArchived: z.boolean().exactOptional(),
    isTemplate: z.boolean().exactOptional(),
  }),
]);
export type StudioEvent = z.infer<typeof StudioEvent>;
export type StudioEventType = StudioEvent['type'];
export type StudioEventOf<Type extends StudioEventType> = Extract<StudioEvent, { type: Type }>;
