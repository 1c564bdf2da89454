export type Machine = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  readonly exists: (path: string) => boolean;
  readonly run: (command: string, args: readonly string[]) => unknown;
  readonly say: (sentence: string) => void;
};
export const thisMachine: Machine;
export const findBrowser: (machine?: Machine) => string | undefined;
export const ensureTestTools: (machine?: Machine) => string | undefined;
