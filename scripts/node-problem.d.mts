export const nodeProblem: (here: {
  readonly version: string;
  readonly platform: string;
  readonly brought: readonly string[];
}) => string | undefined;
