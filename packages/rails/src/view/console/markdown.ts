import type { ReportChoice, ReportStep, RunReport } from '@atelier/contracts';
import type { SessionState } from '../../core/session/state.ts';
import { reportOf } from './report.ts';
import type { WorkflowOf } from './session-card.ts';

/** A session to read or to hand on: one page for each of its runs. */
export const markdownOf = (sessionId: string, session: SessionState, workflowOf: WorkflowOf): string =>
  `${[...session.runs.values()]
    .map((run) => reportToMarkdown(reportOf(sessionId, run, workflowOf(run))))
    .join('\n\n---\n\n')}\n`;

export const reportToMarkdown = (report: RunReport): string => {
  const { forks, decisions } = report;
  const open = report.gaps.filter(({ openAtTip }) => openAtTip);
  const closed = report.gaps.filter(({ resolvedBy }) => resolvedBy !== null);
  return [
    `# ${oneLine(report.goal ?? report.workflowName)}`,
    [
      `- Workflow: ${report.workflowName} (\`${report.workflowId}\`, \`${report.workflowHash}\`)`,
      `- Status: ${report.status.replaceAll('_', ' ')}`,
      `- Session: \`${report.sessionId}\`, run: \`${report.runId}\``,
      `- Started: ${report.startedAt}${report.endedAt ? `, ended: ${report.endedAt}` : ''} (${spoken(report.durationMs)})`,
    ].join('\n'),
    ...report.path.flatMap(stepText),
    ...listed(
      'Decisions',
      decisions,
      ({ title, what, why, evidence }) =>
        `- ${title}: **${oneLine(choiceText(what))}**${why ? `. ${oneLine(why)}` : ''} (\`${evidence.join('`, `')}\`)`,
    ),
    ...listed(
      'Left branches',
      forks,
      ({ title, at, steps, notes }) =>
        `- From ${title} (${at}), ${steps} ${steps === 1 ? 'step' : 'steps'}${notes ? `: ${oneLine(notes).slice(0, 200)}` : ''}`,
    ),
    ...listed('Open gaps', open, ({ severity, summary }) => `- **${severity}**: ${oneLine(summary)}`),
    ...listed(
      'Closed gaps',
      closed,
      ({ summary, resolvedBy }) => `- ${oneLine(summary)} → ${oneLine(resolvedBy?.summary ?? '')}`,
    ),
  ].join('\n\n');
};

const choiceText = (what: ReportChoice): string => {
  switch (what.kind) {
    case 'another_pass':
      return 'Another pass';
    case 'no_further_pass':
      return 'No further pass';
    case 'closed_gap':
      return 'Closed a gap';
    case 'left_workflow':
      return `Left the workflow: ${what.reason ?? 'no reason given'}`;
    case 'assessed':
      return `Assessed ${what.assessmentId ?? 'the work'}`;
    case 'verified':
      return `Verified: ${what.verdict ?? 'reported'}`;
  }
};

const stepText = ({ title, passes, durationMs, tries, state, notes }: ReportStep): readonly string[] => [
  `## ${title}${passes ? ` (${passes})` : ''}`,
  [
    state === 'done'
      ? tries > 1
        ? `Done at attempt ${tries}`
        : 'Done'
      : state === 'refused'
        ? 'Not accepted yet'
        : 'Waiting',
    ...(durationMs === null ? [] : [spoken(durationMs)]),
  ].join(', '),
  ...(notes === null ? [] : [notes]),
];

const listed = <T>(heading: string, items: readonly T[], line: (item: T) => string): readonly string[] =>
  items.length === 0 ? [] : [`## ${heading}`, items.map(line).join('\n')];

const spoken = (ms: number): string => {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
