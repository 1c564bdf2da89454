import { derivedId, type Json } from '@atelier/kernel/core';
import type { Quote } from '../domain/quote.ts';
import type { StudioEventOf } from '../domain/studio-event.ts';
import type { NewProjectEvent } from '../events/project-event.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import type { ProjectState } from '../fold/state.ts';
import { entityHash, hashOf } from '../patch/hash.ts';
import { issueQuote as freeze } from '../quote/issue.ts';
import { issueFindings } from '../quote/issue-findings.ts';
import { nextVersion, quoteNumber } from '../quote/numbering.ts';
import { quoteInputsOf } from '../quote/quote-inputs.ts';
import { workingQuote } from '../quote/working-quote.ts';
import { isSound } from '../reconcile/quotes.ts';
import { gatedText, isOpenAt } from '../stage/matrix.ts';
import { moneyText } from '../words/format.ts';
import { both } from '../words/issue.ts';
import { conclude } from './conclude.ts';
import type { Outcome, TurnFacts } from './facts.ts';
import { done, notFound, rejected, unacknowledged } from './outcome.ts';

export const issueQuote = (state: ProjectState, event: StudioEventOf<'issueQuote'>, facts: TurnFacts): Outcome => {
  const project = projectOf(state.records);
  if (!isOpenAt('quotes', project.projectStage)) return rejected('STAGE_GATED', gatedText('quotes'));
  const inputs = quoteInputsOf(
    state,
    { company: facts.company ?? null, directory: facts.directory ?? new Map() },
    facts.sha256,
  );
  if (!inputs)
    return rejected(
      'QUOTE_BLOCKED',
      both('אין מדיניות מחיר לפרויקט. הצמידו מדיניות.', 'This project has no pricing policy. Pin one.'),
    );
  const working = workingQuote(inputs);
  const totalMinor = Number(working.priced.totalMinor);
  if (event.seenTotalMinor !== undefined && event.seenTotalMinor !== totalMinor) {
    const now = moneyText(totalMinor, project.currency);
    return rejected(
      'QUOTE_BLOCKED',
      both(
        `המחיר השתנה בינתיים, ועכשיו הוא ${now}. בדקו אותו והפיקו שוב.`,
        `The price changed meanwhile and is ${now} now. Look at it and issue again.`,
      ),
    );
  }
  const { blocked, toAcknowledge } = issueFindings(working, state.flags.values());
  if (blocked.length > 0)
    return rejected('QUOTE_BLOCKED', both('אי אפשר להפיק את ההצעה עדיין.', 'The quote cannot be issued yet.'), {
      blockers: blocked,
    });
  const open = unacknowledged(toAcknowledge, event.acknowledge);
  if (open.length > 0)
    return rejected(
      'ACK_REQUIRED',
      both('יש דברים לאשר לפני ההפקה.', 'Some things must be acknowledged before issuing.'),
      { blockers: open },
    );
  const { quoteNumber: reserved, userId, turnId, sha256, now, today } = facts;
  if (!reserved) throw new Error('a quote needs a reserved number');
  const { version, supersedes, last } = nextVersion(state.quotes.values());
  const frozen = freeze(
    working,
    {
      id: derivedId('qt', sha256, `${turnId}/quote`),
      // The client knows it by its number, also where the project was imported and another number would be next.
      number: last?.number ?? quoteNumber(project.quotePrefix, reserved),
      version,
      ...(supersedes === undefined ? {} : { supersedes }),
      issuedAt: now,
      issuedBy: userId,
      today,
      atSeq: state.seq,
      planHash: planHash(state, facts),
      locale: event.locale,
      ...(event.clientRef === undefined ? {} : { clientRef: event.clientRef }),
    },
    sha256,
  );
  if (!frozen.ok)
    return rejected(
      'QUOTE_BLOCKED',
      both('פרטי העסק או לוח התשלומים אינם שלמים.', "The company's details or the payment plan are not complete."),
    );
  const quote = frozen.value;
  if (last && last.contentHash === quote.contentHash && stillHolds(last, today))
    return done(
      [],
      both(
        `אין שינוי מאז הצעה ${last.number} גרסה ${last.version}.`,
        `Nothing changed since quote ${last.number} v${last.version}.`,
      ),
    );
  const issued: NewProjectEvent = { kind: 'quote.issued', data: { by: userId, turnId, quote } };
  return conclude(
    state,
    facts,
    done([issued], both(`הופקה הצעה ${quote.number} גרסה ${version}.`, `Issued quote ${quote.number} v${version}.`), {
      warnings: toAcknowledge,
    }),
  );
};

/** An offer whose days are over is made again: the same prices, with new days. What was accepted stands. */
const stillHolds = ({ status, validUntil }: Quote, today: string): boolean =>
  status === 'accepted' || (status !== 'superseded' && status !== 'expired' && validUntil >= today);

/** The plan as it stood: sections and tasks, whatever order they are kept in. */
const planHash = ({ records }: ProjectState, { sha256 }: TurnFacts): string => {
  const facts: Json[] = [];
  for (const section of liveOf(records.section)) facts.push([section.id, entityHash(sha256, 'section', section)]);
  for (const task of liveOf(records.task)) facts.push([task.id, entityHash(sha256, 'task', task)]);
  return hashOf(sha256, facts.map((each) => JSON.stringify(each)).sort());
};

/** Which status may follow which. What is over stays over; a new version supersedes. */
const follows: Readonly<Record<string, readonly string[]>> = {
  issued: ['sent', 'accepted', 'declined', 'expired'],
  sent: ['accepted', 'declined', 'expired'],
  accepted: ['declined'],
  declined: ['sent', 'accepted'],
  expired: ['sent', 'accepted', 'declined'],
  superseded: [],
};

export const setQuoteStatus = (
  state: ProjectState,
  event: StudioEventOf<'setQuoteStatus'>,
  facts: TurnFacts,
): Outcome => {
  const quote = state.quotes.get(event.quoteId);
  if (!quote) return notFound();
  if (quote.status === event.status) return done([], both('כבר כך.', 'Already so.'));
  if (!follows[quote.status]?.includes(event.status))
    return rejected('NOT_ALLOWED', both('הסטטוס הזה אינו אפשרי עכשיו.', 'The quote cannot have this status now.'));
  if (event.status === 'sent' && !isSound(quote))
    return rejected(
      'QUOTE_BLOCKED',
      both(
        'ההצעה פגומה ואי אפשר לשלוח אותה. הפיקו אותה שוב.',
        'The quote is damaged and cannot be sent. Issue it again.',
      ),
    );
  const { userId, turnId } = facts;
  const changed: NewProjectEvent = {
    kind: 'quote.statusChanged',
    data: {
      by: userId,
      turnId,
      quoteId: quote.id,
      status: event.status,
      ...(event.note === undefined ? {} : { note: event.note }),
    },
  };
  return conclude(state, facts, done([changed], both('הסטטוס עודכן.', 'The status was updated.')));
};
