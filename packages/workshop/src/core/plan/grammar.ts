/** A plan as the engine keeps it: a checklist that only the engine marks. */
export type PlanItem = {
  readonly label: string;
  readonly mark: 'pending' | 'done' | 'failed';
  readonly reason: string | null;
};
export type Plan = {
  readonly items: readonly PlanItem[];
  /** How many items the model first asked for; amendments may double it. */
  readonly originalCount: number;
  readonly isAnalysisOnly: boolean;
  /** Everything that is no item and no marker, in order, for the person who reads it. */
  readonly prose: readonly string[];
};

const item = /^\s*[-*+]\s*\[([ xX!])\]\s*(?:\d+\s*[.)]\s*)?(.*)$/;
const counted = /^\s*<!--\s*original_count:\s*(\d+)\s*-->\s*$/;
const analysis = /^\s*<!--\s*analysis_only\s*-->\s*$/;
const failed = /^(.*?)\s*\[Failed: (.*)\]\s*$/;
const mostReason = 220;

/** Reads what a model wrote: any bullet, any indentation, `X` for `x`, `1)` for `1.`. */
export const parsePlan = (text: string): Plan => {
  const items: PlanItem[] = [];
  const prose: string[] = [];
  let count: number | undefined;
  let isAnalysisOnly = false;
  for (const line of text.split(/\r?\n/)) {
    const found = item.exec(line);
    const total = counted.exec(line);
    if (found?.[2]?.trim()) items.push(readItem(found[1] ?? ' ', found[2].trim()));
    else if (total) count = Number(total[1]);
    else if (analysis.test(line)) isAnalysisOnly = true;
    else prose.push(line);
  }
  return {
    items,
    originalCount: count ?? items.length,
    isAnalysisOnly: isAnalysisOnly && items.length === 0,
    prose: trimBlank(prose),
  };
};

const readItem = (mark: string, rest: string): PlanItem => {
  const broken = mark === '!' ? failed.exec(rest) : null;
  return {
    label: (broken?.[1] ?? rest).trim(),
    mark: mark === ' ' ? 'pending' : mark === '!' ? 'failed' : 'done',
    reason: broken?.[2] ?? null,
  };
};

/** One spelling of a plan. Numbers are labels; the order in the text is the order of the work. */
export const renderPlan = (plan: Plan): string => {
  const lines = [`<!-- original_count: ${plan.originalCount} -->`];
  if (plan.isAnalysisOnly) lines.push('<!-- analysis_only -->');
  plan.items.forEach(({ label, mark, reason }, index) => {
    const tail = reason === null ? '' : ` [Failed: ${oneLine(reason)}]`;
    lines.push(`- [${marks[mark]}] ${index + 1}. ${label}${tail}`);
  });
  return `${[...lines, ...(plan.prose.length > 0 ? ['', ...plan.prose] : [])].join('\n')}\n`;
};

const marks = { pending: ' ', done: 'x', failed: '!' } as const;

export const markItem = (plan: Plan, index: number, mark: 'done' | 'failed', reason: string | null = null): Plan => ({
  ...plan,
  items: plan.items.map((each, at) =>
    at === index ? { ...each, mark, reason: mark === 'failed' ? oneLine(reason ?? 'No reason given') : null } : each,
  ),
});

/** Another wording of what is still open. What is done or failed stays as it is. */
export const replanned = (plan: Plan, open: readonly string[]): Plan => {
  const settled = plan.items.filter(({ mark }) => mark !== 'pending');
  const items = open.map((label) => oneLine(label)).filter((label) => label !== '');
  return {
    ...plan,
    items: [...settled, ...items.map((label) => ({ label, mark: 'pending' as const, reason: null }))],
    originalCount: Math.max(plan.originalCount, settled.length + items.length),
    isAnalysisOnly: settled.length + items.length === 0,
  };
};

export const nextItem = (plan: Plan): number | null => {
  const index = plan.items.findIndex(({ mark }) => mark === 'pending');
  return index < 0 ? null : index;
};

/** New items an item's answer asked for: appended, never twice, up to twice the plan's first length. */
export const amendPlan = (plan: Plan, answer: string): { readonly plan: Plan; readonly dropped: readonly string[] } => {
  const known = new Set(plan.items.map(({ label }) => normalised(label)));
  const items = [...plan.items];
  const dropped: string[] = [];
  const most = Math.max(plan.items.length, 2 * plan.originalCount);
  for (const { label, mark } of parsePlan(answer).items) {
    const key = normalised(label);
    if (mark !== 'pending' || known.has(key)) continue;
    known.add(key);
    if (items.length >= most) dropped.push(label);
    else items.push({ label, mark: 'pending', reason: null });
  }
  return { plan: { ...plan, items }, dropped };
};

/** An item says itself that it failed in its last line: `- [!] …` or `[Failed: reason]`. */
export const saidFailed = (answer: string): string | null => {
  const last = answer.trimEnd().split(/\r?\n/).at(-1) ?? '';
  const marked = item.exec(last);
  if (marked?.[1] === '!') return oneLine(readItem('!', marked[2] ?? '').reason ?? marked[2] ?? '');
  const alone = /^\s*\[Failed: (.*)\]\s*$/.exec(last);
  return alone ? oneLine(alone[1] ?? '') : null;
};

const normalised = (label: string): string =>
  label
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const oneLine = (reason: string): string => {
  const line = reason.replace(/\s+/g, ' ').replaceAll(']', ')').trim();
  return [...line].slice(0, mostReason).join('');
};

const trimBlank = (lines: readonly string[]): readonly string[] => {
  const isBlank = (line: string | undefined): boolean => line !== undefined && line.trim() === '';
  let [from, to] = [0, lines.length];
  while (from < to && isBlank(lines[from])) from += 1;
  while (to > from && isBlank(lines[to - 1])) to -= 1;
  return lines.slice(from, to);
};
