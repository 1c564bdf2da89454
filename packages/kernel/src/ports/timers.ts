/** Waiting, as a port: in the simulation time passes only when the seed says so. */
export interface Timers {
  /** Acts later, once; never keeps the process alive. Returns what calls it off. */
  readonly after: (ms: number, act: () => void) => () => void;
  readonly pause: (ms: number) => Promise<void>;
}
