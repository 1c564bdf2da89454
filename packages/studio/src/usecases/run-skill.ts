import type { Issue, LText, SuggestedAction } from '@atelier/contracts/studio';
import type { Json } from '@atelier/kernel/core';
import { fenced } from '../core/context/fence.ts';
import { loadContext, type SkillContext } from '../core/context/load.ts';
import { projectOf } from '../core/fold/records.ts';
import { modelToOutput } from '../core/skills/model-output.ts';
import { chat, type SkillOutput } from '../core/skills/output.ts';
import { effectiveSkill } from '../core/skills/overrides.ts';
import { hashesOf, type Skill, skillById } from '../core/skills/registry.ts';
import { spokenSoFar } from '../core/skills/spoken-so-far.ts';
import type { SkillTurn, SkillWorld } from '../core/skills/world.ts';
import type { WorkspaceState } from '../core/workspace/workspace.ts';
import type { StudioPorts } from '../ports/index.ts';
import type { ModelAbsent } from '../ports/skill-models.ts';

export type SkillAsked = {
  readonly world: SkillWorld;
  readonly turn: SkillTurn;
  readonly skillId: string;
  readonly signal: AbortSignal;
  /** Told what the answer says up to now. */
  readonly onSaid?: (soFar: string) => void;
};

export type SkillRan = {
  readonly output: SkillOutput;
  readonly maxOps: number;
  readonly run: Json;
  readonly contextStats: Json;
  readonly warnings: readonly Issue[];
  readonly chips: readonly SuggestedAction[];
  /** The answer was not one: nothing is proposed. */
  readonly invalid?: Issue;
  /** How long it took to gather what the skill may see; the rest of the call is the skill itself. */
  readonly contextMs: number;
};

const deadlineMs = 90_000;

/**
 * Runs one skill: a chosen model within the skill's budget, else its rules. What stands in for a model says so, with
 * what to do about it; an answer that does not fit after one repair is refused, never guessed at.
 */
export const runSkill = async (ports: StudioPorts, workspace: WorkspaceState, asked: SkillAsked): Promise<SkillRan> => {
  const { world, turn, skillId } = asked;
  const startedAt = ports.now().getTime();
  const skill = skillById.get(skillId);
  if (!skill?.offline) throw new Error(`no skill is called ${skillId}`);
  const own = effectiveSkill(skill, workspace.overrides.get(skill.skillId), ports.sha256);
  const asksModel = own.model !== undefined || (await ports.models.isChosen('skill'));
  const context = loadContext(asksModel ? { ...skill, tools: own.tools } : skill, world, turn);
  const contextMs = ports.now().getTime() - startedAt;
  if (!context.ok) {
    const output = { ...chat(''), needsScope: context.error.asked };
    return {
      output,
      maxOps: skill.maxOps,
      run: ranBy(ports, skill, 'none'),
      contextStats: null,
      warnings: [],
      chips: [],
      contextMs,
    };
  }
  const contextStats = context.value.stats as unknown as Json;
  const rules = (absent: ModelAbsent | undefined): SkillRan => ({
    output: skill.offline?.(world, turn) ?? chat(''),
    maxOps: skill.maxOps,
    run: ranBy(ports, skill, 'builtin'),
    contextStats,
    // Rules read the project itself; only a model works from a summary.
    warnings: absent && absent.reason !== 'builtin' ? [standIn(absent)] : [],
    chips: [],
    contextMs,
  });
  if (!asksModel) return rules(undefined);
  return { ...(await askModel(ports, workspace, skill, asked, context.value, contextStats, rules)), contextMs };
};

const askModel = async (
  ports: StudioPorts,
  workspace: WorkspaceState,
  skill: Skill,
  { world, turn, signal, onSaid }: SkillAsked,
  context: SkillContext,
  contextStats: Json,
  rules: (absent: ModelAbsent) => SkillRan,
): Promise<Omit<SkillRan, 'contextMs'>> => {
  const effective = effectiveSkill(skill, workspace.overrides.get(skill.skillId), ports.sha256);
  const project = projectOf(world.records);
  // Made for this turn: nothing that was written before can hold it.
  const delimiter = ports.sha256(`${turn.turnId}/fence`).slice(0, 24);
  const answered = await ports.models.generate({
    purpose: 'skill',
    ...(effective.model !== undefined && { modelId: effective.model }),
    projectId: project.id,
    turnId: turn.turnId,
    name: skill.skillId,
    schema: skill.outputSchema,
    system: effective.prompt(turn.lang),
    user: `${fenced(delimiter, 'context', context.data)}\n\n${fenced(delimiter, 'message', { text: turn.text, lang: turn.lang })}`,
    maxOutputTokens: skill.budgets.tokensOut,
    deadlineMs,
    signal,
    ...(onSaid && { onText: (json: string) => onSaid(spokenSoFar(json)) }),
  });
  if (!answered.ok) {
    if (answered.error.reason !== 'malformed') return rules(answered.error);
    return {
      output: chat(''),
      maxOps: 0,
      run: ranBy(ports, skill, 'model'),
      contextStats,
      warnings: [],
      chips: [],
      invalid: { code: 'SKILL_OUTPUT_INVALID', severity: 'error', message: notUsable },
    };
  }
  const { value, provider, modelId, tokensIn, tokensOut, costMicros } = answered.value;
  const run = { ...(ranBy(ports, skill, provider) as object), modelId, tokensIn, tokensOut, costMicros } as Json;
  const stage = project.projectStage;
  const at = { world, turn, handles: context.handles, projectId: project.id, stage, sha256: ports.sha256 };
  const output = modelToOutput(skill.outputSchema, value, at);
  const base = { maxOps: skill.maxOps, run, contextStats, warnings: context.warnings };
  if (output.ok) {
    const { sources } = context;
    const cited = sources.length > 0 ? { ...output.value, sources } : output.value;
    return { ...base, output: cited, chips: handoffChip(cited, turn) };
  }
  const [first] = output.error;
  const message = first?.message ?? notUsable;
  return { ...base, output: chat(''), chips: [], invalid: { code: first?.code ?? 'V01', severity: 'error', message } };
};

const ranBy = (ports: StudioPorts, skill: Skill, provider: string): Json => {
  const { promptHash, schemaHash } = hashesOf(skill, ports.sha256);
  return { skillId: skill.skillId, version: skill.version, provider, promptHash, schemaHash };
};

const notUsable: LText = {
  he: 'התשובה של המודל לא הייתה שמישה גם אחרי תיקון. דבר לא השתנה. נסו שוב, או נסחו אחרת.',
  en: "The model's answer wasn't usable, even after one repair. Nothing was changed. Try again, or say it differently.",
};

/** Why the rules answered, and what would let the model answer next time. */
const standIn = ({ reason, consent }: ModelAbsent): Issue => ({
  code: 'OFFLINE_FALLBACK',
  severity: 'info',
  message: standInWords[reason],
  refs: [reason, ...(consent ? [consent.providerId, consent.modelId, consent.scopeHash] : [])],
});

const standInWords: Readonly<Record<ModelAbsent['reason'], LText>> = {
  builtin: { he: 'הכללים המובנים ענו.', en: 'The built-in rules answered.' },
  no_key: {
    he: 'הכללים המובנים ענו: אין מפתח למודל. הוסיפו מפתח בהגדרות.',
    en: 'The built-in rules answered: the model has no key. Add one in Settings.',
  },
  no_consent: {
    he: 'הכללים המובנים ענו: עוד לא הסכמתם לשלוח את הפרויקט הזה למודל.',
    en: "The built-in rules answered: you haven't agreed to send this project to the model.",
  },
  cap_reached: {
    he: 'הכללים המובנים ענו: תקרת ההוצאה נוצלה. אפשר להעלות אותה בהגדרות.',
    en: 'The built-in rules answered: the spending cap is reached. Raise it in Settings.',
  },
  provider_down: {
    he: 'הכללים המובנים ענו: הספק של המודל לא ענה. נסו שוב מאוחר יותר.',
    en: "The built-in rules answered: the model's provider didn't respond. Try again later.",
  },
  malformed: notUsable,
  canceled: { he: 'נעצר.', en: 'Stopped.' },
};

const handoffChip = (output: SkillOutput, turn: SkillTurn): readonly SuggestedAction[] =>
  output.handoff === 'change.request'
    ? [
        {
          label: { he: 'לשנות את זה', en: 'Change it' },
          event: { type: 'chatMessage', text: `/change ${turn.text}`.slice(0, 8_000) },
        },
      ]
    : output.handoff === 'planning.quotePlan'
      ? [
          {
            label: { he: 'לתכנן ולתמחר', en: 'Plan and price it' },
            event: { type: 'chatMessage', text: `/plan ${turn.text}`.slice(0, 8_000) },
          },
        ]
      : [];
