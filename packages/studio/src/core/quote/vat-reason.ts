import type { PolicyVersion, ProjectPricing } from '../domain/workspace.ts';

/** The client is told why VAT differs, unless the same words also explain the margin or a discount: those are ours. */
export const vatReason = (policy: PolicyVersion, pricing: ProjectPricing | null): string | undefined =>
  pricing?.vatBps !== undefined &&
  pricing.vatBps !== policy.vatBps &&
  pricing.marginBps === undefined &&
  pricing.discount === undefined
    ? pricing.reason
    : undefined;
