/** Words between the processes of one installation. None is kept, any may be lost, and nobody waits for one. */
export interface Whispers {
  /** Longer than `longest`, in bytes of UTF-8, it is not said at all. */
  readonly longest: number;
  readonly say: (topic: string, text: string) => void;
  /** What others say, never what this process said. Returns what stops the listening. */
  readonly hear: (topic: string, onText: (text: string) => void) => () => void;
}
