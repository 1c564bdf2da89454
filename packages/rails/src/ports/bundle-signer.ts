import type { VerifySignature } from '../core/bundle/signature.ts';

/** The key of this installation that says who exported a bundle. It never leaves; its public half goes with each. */
export interface BundleSigner {
  /** Undefined where no key can be made, as on a full disk: what is there can still be carried away. */
  readonly sign: (bytes: Uint8Array) => Promise<{ readonly publicKey: string; readonly value: string } | undefined>;
  readonly verify: VerifySignature;
  /** Undefined before anything was signed here. */
  readonly publicKey: () => Promise<string | undefined>;
}
