import type { Io } from './io.ts';

export type FlagName =
  | 'port'
  | 'data'
  | 'no-open'
  | 'out'
  | 'to'
  | 'content'
  | 'with-paths'
  | 'markdown'
  | 'workbench'
  | 'yes'
  | 'as-new'
  | 'sync'
  | 'public-origin'
  | 'bind'
  | 'owner';

export type Flags = {
  readonly port?: number;
  readonly data?: string;
  readonly open: boolean;
  readonly out?: string;
  readonly to?: 'database' | 'disk';
  readonly content?: 'bucket' | 'database';
  readonly withPaths?: boolean;
  readonly markdown?: boolean;
  readonly yes?: boolean;
  readonly asNew?: boolean;
  readonly sync?: boolean;
  readonly workbench?: string;
  readonly publicOrigin?: string;
  readonly bind?: string;
  readonly owner?: boolean;
  /** What stands behind the subcommand, in the order its `words` name it. */
  readonly words: readonly string[];
};

/** The exit codes: done, could not, asked wrongly. */
export const exit = { done: 0, failed: 1, usage: 2 } as const;

export type RunCommand = (flags: Flags, io: Io) => Promise<number>;

/** A subcommand. Its code is loaded only when it runs, so that `--help` does not start a server's worth of modules. */
export type Command = {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly FlagName[];
  /** What a flag means here, where that differs from what it means elsewhere. */
  readonly flagTexts?: Readonly<Partial<Record<FlagName, string>>>;
  /** Those of its flags that it cannot do without. */
  readonly needed?: readonly FlagName[];
  /** What must stand behind its name, such as a file, or one word of several: `a|b`; none when absent. */
  readonly words?: readonly string[];
  /** What may stand behind those. */
  readonly more?: readonly string[];
  readonly load: () => Promise<RunCommand>;
};
