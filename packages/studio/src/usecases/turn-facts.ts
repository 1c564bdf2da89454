import { decide } from '../core/decide/decide.ts';
import type { TurnFacts } from '../core/decide/facts.ts';
import { openIdeationQuestions } from '../core/decide/session.ts';
import { readProjectEvent } from '../core/events/project-event.ts';
import { liveOf, projectOf } from '../core/fold/records.ts';
import { extractFacts } from '../core/legacy/extract.ts';
import type { StudioPorts } from '../ports/index.ts';
import { reserveQuoteNumber } from './quote-number.ts';
import type { FactsFor } from './turn-words.ts';
import { createWorkspaceCommit } from './workspace-commit.ts';
import { dayIn, workspaceNow } from './workspace-now.ts';

/** Everything a decision is told because it may not look for itself. */
export const createTurnFacts = (ports: StudioPorts): FactsFor => {
  const commitWorkspace = createWorkspaceCommit(ports);
  return async ({ state, stream, role, event }, turn) => {
    const workspace = await workspaceNow(ports);
    const now = ports.now().toISOString();
    const priceList = workspace.priceLists.at(-1);
    const facts: TurnFacts = {
      now,
      today: dayIn(projectOf(state.records).timeZone, now),
      turnId: turn.turnId,
      userId: turn.userId,
      role,
      sha256: ports.sha256,
      policies: workspace.policies,
      openQuestions: openIdeationQuestions(state, turn.userId),
      company: workspace.company,
      directory: workspace.directory,
      ...(priceList && { priceList }),
    };
    if (event.type === 'issueQuote') {
      const { id: projectId } = projectOf(state.records);
      const wanted = { projectId, turnId: turn.turnId, year: Number(facts.today.slice(0, 4)), by: turn.userId };
      // A number is taken only for a quote that will be issued: whatever is refused leaves no gap.
      const trial = { ...facts, quoteNumber: { ...wanted, number: 1 } };
      if (state.quotes.size > 0 || decide(state, event, trial).events.length === 0) return trial;
      const quoteNumber = await reserveQuoteNumber(ports, commitWorkspace, wanted);
      return quoteNumber ? { ...facts, quoteNumber } : facts;
    }
    if (event.type === 'importLegacy') {
      const elements = liveOf(state.records.element);
      const { id: projectId } = projectOf(state.records);
      return {
        ...facts,
        extract: (conversation, conversationId) =>
          extractFacts(conversation, { projectId, elements, today: facts.today, conversationId }).map(
            ({ message: _message, quote: _quote, ...fact }) => fact,
          ),
      };
    }
    if (event.type !== 'undoChangeSet') return facts;
    const meta = state.changeSets.find(({ changeSetId }) => changeSetId === event.changeSetId);
    const page = meta && (await ports.log.read(stream, { from: meta.seq, limit: 1 }));
    const recorded = page?.ok ? page.value.events[0] : undefined;
    const known = recorded && readProjectEvent(recorded);
    return known?.kind === 'changeset.applied' ? { ...facts, changeSet: known.data } : facts;
  };
};
