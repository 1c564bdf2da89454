import { err, type Json, ok, type Result, type Sha256 } from '@atelier/kernel/core';
import type { Quote } from '../domain/quote.ts';
import { hashOf } from '../patch/hash.ts';
import { addDays } from './days.ts';
import { type PlanOpen, payTotal } from './payment-plan.ts';
import { vatReason } from './vat-reason.ts';
import type { WorkingQuote } from './working-quote.ts';

/** What only the moment of issue knows. */
export type IssueFacts = {
  readonly id: string;
  readonly number: string;
  readonly version: number;
  readonly supersedes?: string;
  readonly issuedAt: string;
  readonly issuedBy: string;
  /** The day in the project's time zone. */
  readonly today: string;
  readonly atSeq: number;
  readonly planHash: string;
  readonly locale: Quote['locale'];
  readonly clientRef?: string;
};

export type CannotIssue = PlanOpen | { readonly code: 'NO_COMPANY' };

/** Freezes the working quote. What may not be issued is for `issueFindings` to say, before. */
export const issueQuote = (working: WorkingQuote, facts: IssueFacts, sha256: Sha256): Result<Quote, CannotIssue> => {
  const { inputs, policy, priced } = working;
  const { project, company, pricing } = inputs;
  if (company === null) return err({ code: 'NO_COMPANY' });
  const payments = payTotal(inputs.paymentPlan, Number(priced.totalMinor));
  if (!payments.ok) return payments;
  const reason = vatReason(inputs.policy, pricing);
  const terms = company.terms ?? policy.terms;
  const content = {
    buckets: working.buckets
      .filter(({ isApproved }) => isApproved)
      .map(({ isApproved: _a, isDirty: _d, ...bucket }) => bucket),
    subtotalMinor: Number(priced.subtotalMinor),
    discountMinor: Number(priced.discountMinor),
    roundingMinor: Number(priced.roundingMinor),
    vatBps: policy.vatBps,
    vatMinor: Number(priced.vatMinor),
    totalMinor: Number(priced.totalMinor),
    currency: project.currency,
    locale: facts.locale,
    primaryLang: project.primaryLang,
    ...(terms === undefined ? {} : { terms }),
    ...(company.opening === undefined ? {} : { opening: company.opening }),
    ...(company.exclusions === undefined ? {} : { exclusions: company.exclusions }),
    company,
    project: {
      title: project.title,
      ...(project.eventDate === undefined ? {} : { eventDate: project.eventDate }),
      ...(project.venue === undefined ? {} : { venue: project.venue }),
    },
    client: {
      name: project.client.name,
      ...(project.client.contact === undefined ? {} : { contact: project.client.contact }),
      ...(project.client.vatId === undefined ? {} : { vatId: project.client.vatId }),
    },
    ...(facts.clientRef === undefined ? {} : { clientRef: facts.clientRef }),
    ...(reason === undefined ? {} : { vatReason: reason }),
    payments: [...payments.value],
  } satisfies Partial<Quote>;
  return ok({
    id: facts.id,
    number: facts.number,
    version: facts.version,
    ...(facts.supersedes === undefined ? {} : { supersedes: facts.supersedes }),
    status: 'issued',
    issuedAt: facts.issuedAt,
    issuedBy: facts.issuedBy,
    atSeq: facts.atSeq,
    accountingHash: inputs.accounting.inputHash,
    planHash: facts.planHash,
    policyVersionId: inputs.policy.id,
    frozen: {
      policy: inputs.policy,
      ...(pricing === null ? {} : { pricing }),
      directMinor: working.directs.map(({ elementId, directMinor }) => ({
        elementId,
        directMinor: Number(directMinor),
      })),
    },
    ...content,
    validUntil: addDays(facts.today, policy.validDays),
    // Days and numbers are left out, so that issuing the same state again is seen to be the same offer.
    contentHash: hashOf(sha256, { ...content, validDays: policy.validDays } as unknown as Json),
  });
};
