import { type SkillCard, type SkillChange, type SkillOverride, studioStream } from '@atelier/contracts/studio';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { DecideRefused } from '@atelier/kernel/usecases';
import { readWorkspaceEvent, type WorkspaceEvent } from '../core/events/workspace-event.ts';
import { AgentRun, percentile } from '../core/metrics/metrics.ts';
import { effectiveSkill, overrideSkill, syncSkills } from '../core/skills/overrides.ts';
import { hashesOf, skills } from '../core/skills/registry.ts';
import type { WorkspaceState } from '../core/workspace/workspace.ts';
import type { StudioPorts } from '../ports/index.ts';
import { eachProjectEvent } from './metrics.ts';
import type { WorkspaceCommit } from './workspace-commit.ts';
import { workspaceNow } from './workspace-now.ts';

type NotFound = { readonly code: 'SKILL_NOT_FOUND' };
type Changed<Refused = NotFound> = Promise<Result<{ readonly seq: number }, Refused | DecideRefused>>;

/** How skills are set. Code is the truth; an admin may word a prompt differently or switch a skill off. */
export const createSkillsAdmin = (ports: StudioPorts, commit: WorkspaceCommit) => {
  const cards = async (): Promise<readonly SkillCard[]> => {
    const now = ports.now().getTime();
    const runs = new Map<string, { ms: number[]; failed: number; costMicros: number }>();
    await eachProjectEvent(ports, (_projectId, event) => {
      const run = event.kind === 'agentRun.recorded' ? AgentRun.safeParse(event.data.run) : undefined;
      if (!run?.success || now - Date.parse(event.at) > days30) return;
      const { skillId, ok: isOk, ms, costMicros = 0 } = run.data;
      const known = runs.get(skillId) ?? { ms: [], failed: 0, costMicros: 0 };
      known.ms.push(ms.routing + ms.context + ms.execution + ms.validation);
      known.failed += isOk ? 0 : 1;
      known.costMicros += costMicros;
      runs.set(skillId, known);
    });
    const workspace = await workspaceNow(ports);
    return cardsOf(workspace, ports, (skillId) => {
      const known = runs.get(skillId);
      return {
        count: known?.ms.length ?? 0,
        failed: known?.failed ?? 0,
        p95Ms: known ? percentile(known.ms, 95) : null,
        costMicros: known?.costMicros ?? 0,
      };
    });
  };

  /** What was changed about a skill, newest first: read from the log, since only this page asks. */
  const changes = async (skillId: string): Promise<readonly SkillChange[]> => {
    const found: SkillChange[] = [];
    for (let from = 0; ; ) {
      const page = await ports.log.read(studioStream, { from, limit: pageSize });
      if (!page.ok || page.value.events.length === 0) break;
      for (const recorded of page.value.events) {
        const event = readWorkspaceEvent(recorded);
        if (event?.kind === 'skill.overridden' && event.data.override.skillId === skillId)
          found.push({ ...whenAndWho(event), setting: settingOf(event.data.override) });
        if (event?.kind === 'skill.reverted' && event.data.skillId === skillId)
          found.push({ ...whenAndWho(event), setting: null });
      }
      from = page.value.next;
    }
    return found.reverse().slice(0, mostChanges);
  };

  return {
    cards,
    changes,
    seq: async (): Promise<number> => {
      const now = await ports.workspaces.at(studioStream);
      return now.ok ? now.value.seq : 0;
    },
    override: async (
      requestId: string,
      { skillId, ...change }: Omit<SkillOverride, 'promptHash' | 'schemaHash'>,
      by: string,
    ): Changed => {
      const override = overrideSkill(skillId, change, ports.sha256);
      if (!override.ok) return err({ code: 'SKILL_NOT_FOUND' });
      return commit(requestId, () => ok([{ kind: 'skill.overridden', data: { by, override: override.value } }]));
    },
    revert: async (requestId: string, skillId: string, by: string): Changed => {
      if (!(await workspaceNow(ports)).overrides.has(skillId)) return err({ code: 'SKILL_NOT_FOUND' });
      return commit(requestId, () => ok([{ kind: 'skill.reverted', data: { by, skillId } }]));
    },
    /** Writes down what code has now. Nothing is written when it is written already. */
    sync: (requestId: string, by: string): Changed<never> =>
      commit(requestId, ({ skills: rows, overrides }) => {
        const synced = syncSkills(rows, overrides, ports.sha256);
        if (synced.every(({ state }) => state === 'same')) return ok([]);
        const written = synced.flatMap(({ skillId, registered }) => (registered ? [{ skillId, ...registered }] : []));
        return ok([{ kind: 'skills.synced', data: { by, skills: written } }]);
      }),
  };
};

const pageSize = 500;
const mostChanges = 200;
const days30 = 30 * 86_400_000;

const whenAndWho = ({ seq, at, data }: WorkspaceEvent) => ({ seq, at, by: data.by });

/** An override without what it was written against. */
const settingOf = ({ promptHash: _prompt, schemaHash: _schema, ...setting }: SkillOverride) => setting;

const cardsOf = (
  { skills: rows, overrides }: WorkspaceState,
  { sha256 }: Pick<StudioPorts, 'sha256'>,
  runsOf: (skillId: string) => SkillCard['runs'],
): readonly SkillCard[] => {
  const known = skills.map((skill): SkillCard => {
    const override = overrides.get(skill.skillId);
    const { isEnabled, needsSync, isIgnored } = effectiveSkill(skill, override, sha256);
    return {
      skillId: skill.skillId,
      version: skill.version,
      stage: skill.stage,
      channel: skill.channel,
      ...hashesOf(skill, sha256),
      prompt: skill.defaultPrompt,
      promptOverride: override?.promptOverride ?? null,
      override: override ? settingOf(override) : null,
      isEnabled,
      needsSync: isIgnored ? 'schema' : needsSync ? 'prompt' : 'no',
      isGhost: false,
      runs: runsOf(skill.skillId),
    };
  });
  const ids = new Set(skills.map(({ skillId }) => skillId));
  const ghosts = [...rows].flatMap(([skillId, { version, promptHash, schemaHash }]): readonly SkillCard[] =>
    ids.has(skillId)
      ? []
      : [
          {
            skillId,
            version,
            stage: '',
            channel: '',
            promptHash,
            schemaHash,
            prompt: { he: '', en: '' },
            promptOverride: null,
            override: null,
            isEnabled: false,
            needsSync: 'no',
            isGhost: true,
            runs: runsOf(skillId),
          },
        ],
  );
  return [...known, ...ghosts];
};
