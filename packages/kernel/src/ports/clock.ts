/** Time, randomness and ids arrive through these, so that one seed is one run. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface Entropy {
  readonly bytes: (count: number) => Uint8Array;
}
