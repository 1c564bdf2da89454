import type { Trouble } from '../../ports/event-log.ts';

/** Attested bytes are not what they were. Thrown inside the disk adapter, and a refusal by the time it leaves. */
export class Corruption extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(`${trouble.reason} at commit ${trouble.commit}`);
    this.trouble = trouble;
  }
}
