import type { Element } from '../domain/entities.ts';
import type { FlagAction } from '../domain/findings.ts';
import { agrees, mappedFact } from '../facts/mapped.ts';
import { isLive, liveOf, projectOf } from '../fold/records.ts';
import { specHash } from '../patch/hash.ts';
import { sameValue, valueAt } from '../patch/values.ts';
import { about } from '../words/format.ts';
import { both } from '../words/issue.ts';
import { recipeTasks } from './from-recipe.ts';
import type { Finding, Invariant, ReconcileWorld } from './world.ts';

const ref = ({ id }: Element) => ({ entity: 'element', id });

const approved = ({ records, snapshots }: ReconcileWorld): readonly Element[] =>
  liveOf(records.element).filter(({ id }) => snapshots.has(id));

const dirty: Invariant = {
  id: 'I08',
  severity: 'warn',
  holds: 'An approved element is as it was approved',
  otherwise: 'flag: approve again or revert',
  find: (world) =>
    approved(world).flatMap((element): readonly Finding[] => {
      const latest = world.snapshots.get(element.id)?.at(-1);
      const hash = specHash(world.sha256, element);
      if (!latest || latest.specHash === hash) return [];
      return [
        {
          refs: [ref(element)],
          message: about(
            element.name,
            (n) => `${n}: השתנה מאז שגרסה ${latest.version} אושרה. אשרו שוב או החזירו.`,
            (n) => `${n} changed since v${latest.version} was approved. Approve again or revert.`,
          ),
          evidence: [latest.id, hash],
          actions: ['approve', 'dismiss'],
        },
      ];
    }),
};

const isPlanned = (world: ReconcileWorld): boolean => projectOf(world.records).projectStage !== 'ideation';

const withoutTask: Invariant = {
  id: 'I09',
  severity: 'warn',
  holds: 'From planning on, an approved element has a task',
  otherwise: "flag; the follow-up draft has the recipe's tasks",
  find: (world) => {
    if (!isPlanned(world)) return [];
    const planned = new Set(liveOf(world.records.task).flatMap(({ elementIds }) => elementIds));
    return approved(world)
      .filter(({ id }) => !planned.has(id))
      .map((element) => ({
        refs: [ref(element)],
        message: about(
          element.name,
          (n) => `ל${n} אין אף משימה.`,
          (n) => `${n} has no task.`,
        ),
        evidence: null,
        actions: ['activateFollowUp', 'dismiss'] as const,
        followUp: () => recipeTasks(world, element),
      }));
  },
};

const withoutCost: Invariant = {
  id: 'I10',
  severity: 'warn',
  holds: 'From planning on, an approved element has a cost line, or its cost is handled elsewhere',
  otherwise: 'flag',
  find: (world) => {
    if (!isPlanned(world)) return [];
    const { records } = world;
    const priced = new Set(
      [...liveOf(records.materialLine), ...liveOf(records.workLine)].map(({ elementId }) => elementId),
    );
    return approved(world)
      .filter(({ id, costHandledElsewhere }) => !priced.has(id) && !costHandledElsewhere)
      .map((element) => ({
        refs: [ref(element)],
        message: about(
          element.name,
          (n) => `ל${n} אין אף שורת עלות.`,
          (n) => `${n} has no cost line.`,
        ),
        evidence: null,
        actions: ['handledElsewhere', 'dismiss'] as const,
      }));
  },
};

const leftBehind: Invariant = {
  id: 'I15',
  severity: 'warn',
  holds: 'A removed element leaves no live children, tasks or lines behind',
  otherwise: 'flag; its lines as in I02',
  find: ({ records }) => {
    const left = new Map<string, { readonly entity: string; readonly id: string }[]>();
    const add = (elementId: string | null | undefined, entity: string, id: string): void => {
      const element = elementId ? records.element.get(elementId) : undefined;
      if (!element || element.tombstone === null) return;
      const list = left.get(element.id) ?? [];
      left.set(element.id, list);
      list.push({ entity, id });
    };
    for (const child of liveOf(records.element)) add(child.parentId, 'element', child.id);
    for (const task of liveOf(records.task))
      if (task.elementIds.every((id) => !isLive(records.element.get(id))))
        for (const id of task.elementIds) add(id, 'task', task.id);
    const actions: readonly FlagAction[] = ['restore', 'unlink', 'dismiss'];
    return [...left].map(([id, those]) => ({
      refs: [{ entity: 'element', id }],
      message: about(
        records.element.get(id)?.name,
        (n) => `${n} הוסר, ונשארו אחריו ${those.length} פריטים חיים.`,
        (n) => `${n} was removed, and ${those.length} live items are left behind.`,
      ),
      evidence: those.map((each) => each.id).sort(),
      actions,
    }));
  },
};

const factsAgree: Invariant = {
  id: 'I19',
  severity: 'warn',
  holds: 'An accepted fact about an element agrees with its approved version',
  otherwise: 'flag; the follow-up draft changes the element, and nothing else does',
  find: ({ records, snapshots }) => {
    const findings: Finding[] = [];
    for (const fact of records.fact.values()) {
      if (fact.status !== 'accepted' || fact.tombstone !== null) continue;
      const mapped = mappedFact(fact);
      const element = records.element.get(fact.subject.id);
      const snapshot = snapshots.get(fact.subject.id)?.at(-1);
      if (!mapped || !snapshot || !element || element.tombstone !== null || agrees(mapped, snapshot.spec)) continue;
      const isDone = sameValue('element', mapped.path, valueAt(element, mapped.path), mapped.value);
      findings.push({
        refs: [{ entity: 'fact', id: fact.id }, ref(element)],
        message: about(
          element.name,
          (n) => `${n}: עובדה שהתקבלה אינה מה שאושר בגרסה ${snapshot.version}.`,
          (n) => `${n}: an accepted fact is not what v${snapshot.version} says.`,
        ),
        evidence: [snapshot.id, fact.value],
        actions: ['activateFollowUp', 'dismiss'],
        ...(isDone
          ? {}
          : {
              followUp: () => [
                {
                  op: 'set',
                  opId: `fact-${fact.id}`,
                  entity: 'element',
                  id: element.id,
                  reason: both('עובדה שהתקבלה', 'An accepted fact'),
                  evidence: { factIds: [fact.id] },
                  changes: { [mapped.path]: mapped.value },
                },
              ],
            }),
      });
    }
    return findings;
  },
};

export const elementInvariants: readonly Invariant[] = [dirty, withoutTask, withoutCost, leftBehind, factsAgree];
