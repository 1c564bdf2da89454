import type {
  Answers,
  ElementSnapshot,
  Flag,
  KnowledgeChunk,
  Lang,
  PatchOp,
  PolicyVersion,
  PriceListVersion,
  ProjectPricing,
  Question,
  Quote,
} from '../domain/index.ts';
import { copyRecords, liveOf, type Records } from '../fold/records.ts';
import type { ProjectState, SessionState } from '../fold/state.ts';
import { applyOps } from '../patch/apply.ts';
import type { Scope, ScopeElement } from '../scope/scope.ts';

/** Everything a skill can know about a project. What the open draft would change is already changed here. */
export type SkillWorld = {
  /** Entities the draft creates stand under their temp ids. */
  readonly records: Records;
  readonly snapshots: ReadonlyMap<string, readonly ElementSnapshot[]>;
  readonly flags: readonly Flag[];
  readonly policy: PolicyVersion | null;
  readonly pricing: ProjectPricing | null;
  readonly priceList: PriceListVersion | null;
  readonly quotes: readonly Quote[];
  readonly knowledge: readonly KnowledgeChunk[];
  readonly messages: readonly {
    readonly role: 'user' | 'assistant' | 'system';
    readonly text: string;
    readonly skillId?: string;
  }[];
  readonly draft: { readonly ops: readonly PatchOp[]; readonly lastTouched: readonly string[] } | null;
  /** What those are called to whom tasks are given, by id. */
  readonly people?: ReadonlyMap<string, string>;
};

/** What a skill is asked. */
export type SkillTurn = {
  readonly turnId: string;
  readonly text: string;
  readonly lang: Lang;
  /** The day in the project's time zone. */
  readonly today: string;
  readonly scope: Scope;
  /** `/task` and `/element` say what is meant. */
  readonly entity?: 'task' | 'element';
  /** What a questions skill goes by. */
  readonly answers?: TurnAnswers;
};

export type TurnAnswers = {
  readonly saved: Answers;
  readonly draft: Answers;
  readonly pending: Answers;
  readonly skippedQids: readonly string[];
  readonly generated: readonly Question[];
  readonly count?: number;
};

export const worldOf = (
  state: ProjectState,
  session: SessionState | undefined,
  priceList: PriceListVersion | null,
): SkillWorld => {
  const draft = session?.draft ?? null;
  const included = draft?.ops.filter(({ include }) => include) ?? [];
  return {
    records: included.length === 0 ? state.records : projected(state, included),
    snapshots: state.snapshots,
    flags: [...state.flags.values()].filter(({ status }) => status === 'open'),
    policy: state.policy,
    pricing: state.pricing,
    priceList,
    quotes: [...state.quotes.values()],
    knowledge: [...state.knowledge.values()].filter(({ isOn }) => isOn),
    messages: state.messages.map(({ role, text, tags }) => ({
      role,
      text,
      ...(tags.skillId ? { skillId: tags.skillId } : {}),
    })),
    draft: draft && { ops: draft.ops, lastTouched: draft.lastTouched },
  };
};

const projected = (state: ProjectState, ops: readonly PatchOp[]): Records => {
  const records = copyRecords(state.records);
  const creates = ops.filter(({ op }) => op === 'create');
  const stamp = {
    at: state.lastAt,
    by: 'draft',
    seq: state.seq,
    changeSetId: 'draft',
    origin: { source: 'skill' as const },
  };
  for (const op of [...creates, ...ops.filter((each) => each.op !== 'create')]) {
    // An op on something that is gone since is the conflict check's to report.
    if (op.op === 'create' || records[op.entity].has(op.id)) applyOps(records, [op], {}, stamp);
  }
  return records;
};

/** The elements a message can speak of. */
export const scopeElements = (world: SkillWorld): readonly ScopeElement[] => liveOf(world.records.element);
