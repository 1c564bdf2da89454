import type { Json, JsonObject, Result } from '@atelier/kernel/core';
import { derivedId, err, ok } from '@atelier/kernel/core';
import { canonical } from '../core/canonical.ts';
import type { Observation } from '../core/events/bodies.ts';
import type { UserQuestion } from '../core/guidance/user-question.ts';
import { digestOf } from '../core/ids.ts';
import type { SentOutput } from '../core/outputs.ts';
import { answerIn, type PersonWord, unheardWords } from '../core/person-words.ts';
import type { Person } from '../core/plan/advance.ts';
import { planAdvance } from '../core/plan/advance.ts';
import type { WantedChange } from '../core/plan/preference-plan.ts';
import { queuedChanges } from '../core/plan/queued-changes.ts';
import type { PreferenceChange } from '../core/preferences.ts';
import type { Answer } from '../core/respond/answer.ts';
import type { NodeState, RunState, SessionState } from '../core/session/state.ts';
import type { AckToken, SigningKeys } from '../core/token.ts';
import type { About, WriteDeps } from './deps.ts';
import { workspaceOf } from './drift.ts';
import { recordedControls } from './loop-records.ts';
import { loadFacts, rememberState } from './node-facts.ts';
import type { Place } from './place.ts';
import { keysOf, locate, locateIn, readToken, sameScope } from './place.ts';
import { commitRefusedToRefusal, type Refusal } from './refusal.ts';
import { answerRecorded } from './replay.ts';

export type AdvanceRequest = {
  readonly ackToken: string;
  readonly stateToken?: string | undefined;
  readonly context?: JsonObject | undefined;
  readonly output?: SentOutput | undefined;
  readonly preferences?: PreferenceChange | undefined;
  /** What this call's client can do about a question only a person can answer; nothing when it says nothing. */
  readonly person?: Person | undefined;
};

/** Nothing was recorded. The same call is expected again, with the answer. */
export type InputRequired = { readonly code: 'INPUT_REQUIRED'; readonly question: UserQuestion };

/** A writer that keeps losing the race gives up after this many looks. */
const TRIES = 8;

/** The only path that records a finished step. The same receipt always gives the same answer, and one effect. */
export const advance =
  (deps: WriteDeps) =>
  async (request: AdvanceRequest, about: About = () => undefined): Promise<Result<Answer, Refusal | InputRequired>> => {
    const keys = await keysOf(deps);
    if (!keys.ok) return keys;
    const token = readTokens(deps, keys.value, request);
    if (!token.ok) return token;
    const { sessionId, runId, nodeId, attemptId } = token.value;
    about({ sessionId, runId, nodeId, attemptId });
    const requestDigest = digestOf(deps.sha256, canonical(payloadOf(request)));

    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      // Asked together: where both are one trip away, that is one trip.
      const [place, queued, said] = await Promise.all([
        locate(deps, token.value),
        deps.intents.pending(sessionId),
        deps.words.said(sessionId),
      ]);
      if (!place.ok) return place;
      if (place.value.run.attempts.has(token.value.attemptId))
        return answerRecorded(deps, keys.value, token.value, requestDigest);
      const outcome = await record(deps, token.value, place.value, { queued, said }, request, requestDigest);
      if (!outcome.ok) return outcome;
      const { recorded, written } = outcome.value;
      if (recorded) return answerRecorded(deps, keys.value, token.value, requestDigest, written);
    }
    return err({ code: 'TOKEN_SESSION_LOCKED', afterMs: 1_000 });
  };

const readTokens = (deps: WriteDeps, keys: SigningKeys, request: AdvanceRequest): Result<AckToken, Refusal> => {
  const ack = readToken(deps, keys, 'ackToken', request.ackToken);
  if (!ack.ok || request.stateToken === undefined) return ack;
  const state = readToken(deps, keys, 'stateToken', request.stateToken);
  if (!state.ok) return state;
  const scoped = sameScope(ack.value, state.value, 'ackToken');
  return scoped.ok ? ack : scoped;
};

/** `written` is the session with this call's own plan in it. */
type Recorded = { readonly recorded: boolean; readonly written?: SessionState };

/** What people asked for outside the chat. */
type FromPeople = {
  readonly queued: Awaited<ReturnType<WriteDeps['intents']['pending']>>;
  readonly said: Awaited<ReturnType<WriteDeps['words']['said']>>;
};

/** Everything that must be awaited is fetched first; under the lock the decision is made in one go. */
const record = async (
  deps: WriteDeps,
  token: AckToken,
  place: Place,
  { queued, said }: FromPeople,
  request: AdvanceRequest,
  requestDigest: `sha256:${string}`,
): Promise<Result<Recorded, Refusal | InputRequired>> => {
  const { sessionId } = token;
  const facts = await loadFacts(deps, sessionId, place.run, place.node);
  if (!facts.ok) return facts;
  const recorded = await recordedControls(deps, sessionId, place.run, place.node, facts.value.workflow);
  const seen = await observeGit(deps, place.session);

  const locked = await deps.sessions.withHealthySessionLock<Result<Recorded, Refusal | InputRequired>>(
    sessionId,
    async (witness) => {
      const now = locateIn(witness.state, token);
      if (!now.ok) return now;
      const { run, node, session } = now.value;
      if (run.attempts.has(token.attemptId)) return ok({ recorded: true });
      const words = unheardWords(session, run.runId, said);
      const plan = planAdvance({
        sha256: deps.sha256,
        testPattern: deps.testPattern,
        sessionId,
        run,
        node,
        ...facts.value,
        attemptId: token.attemptId,
        request,
        requestDigest,
        wanted: wantedChanges(deps, session, token, queued, request.preferences),
        observations: seen.filter((fact) => isNews(session, fact)),
        recorded,
        person: personOf(request.person, words, run, node),
        words,
      });
      if (!plan.ok) {
        if (plan.error.code === 'INPUT_REQUIRED') return err(plan.error);
        return plan.error.code === 'ALREADY_COMPLETE'
          ? err({ code: 'PRECONDITION_FAILED', reason: 'already_complete' })
          : err({ code: 'VALIDATION_ERROR', because: plan.error });
      }
      const { planned, snapshot, state, attachments } = plan.value;
      rememberState(snapshot.bytes, state);
      const done = await deps.sessions.commit(witness, { planned, content: [snapshot, ...attachments] });
      // Folded in by the commit itself, unless somebody was reading on at that moment.
      if (done.ok) return ok({ recorded: true, ...(session.next === done.value.next ? { written: session } : {}) });
      if (done.error.code === 'STALE') return ok({ recorded: false });
      return err(commitRefusedToRefusal(done.error));
    },
  );
  return locked.ok ? locked.value : locked;
};

/** Whoever answered in the Console need not be asked again. The step may have been tried since they did. */
const personOf = (
  person: Person | undefined,
  words: readonly PersonWord[],
  run: RunState,
  node: NodeState,
): Person | undefined => {
  if (typeof person === 'object' || words.length === 0) return person;
  const tries = new Set([node.nodeId]);
  for (let at: NodeState | undefined = node; at?.kind === 'blocked_attempt' && at.parentId; ) {
    tries.add(at.parentId);
    at = run.nodes.get(at.parentId);
  }
  const answer = answerIn(words, tries);
  return answer === undefined ? person : { said: answer };
};

/** As the agent sent it: what the person said is not part of it, so the call repeated without it is the same call. */
const payloadOf = ({ context, output, preferences }: AdvanceRequest): JsonObject => ({
  context: written(context),
  output: {
    ...(output?.notesMarkdown === undefined ? {} : { notesMarkdown: output.notesMarkdown }),
    ...(output?.artifacts === undefined ? {} : { artifacts: written(output.artifacts) }),
  },
  preferences: written(preferences),
});

/** As it would travel: what is undefined does not. */
const written = (value: unknown): Json => (value === undefined ? {} : JSON.parse(JSON.stringify(value)));

const wantedChanges = (
  { sha256 }: WriteDeps,
  session: SessionState,
  token: AckToken,
  queued: FromPeople['queued'],
  change: PreferenceChange | undefined,
): readonly WantedChange[] => [
  ...queuedChanges(sha256, session, queued),
  ...(change ? [{ changeId: derivedId('prefchg', sha256, `atelier_prefchg_v1:${token.attemptId}`), change }] : []),
];

const observeGit = async ({ git }: WriteDeps, session: SessionState): Promise<readonly Observation[]> => {
  const root = workspaceOf(session);
  return root === null ? [] : git.observe(root);
};

const isNews = (session: SessionState, fact: Observation): boolean =>
  session.observations.get(fact.key)?.value.value !== fact.value.value;
