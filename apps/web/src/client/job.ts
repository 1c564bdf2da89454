import type { ErrorEnvelope, Result } from '@atelier/contracts';

/** Long work as the activity tray shows it. */
export type Job = {
  readonly id: string;
  /** Message key. */
  readonly title: string;
  readonly amount: { readonly done?: number; readonly total?: number };
  /** What is being worked on now. */
  readonly detail?: string;
  readonly cancel?: () => Promise<Result<unknown, ErrorEnvelope>>;
};
