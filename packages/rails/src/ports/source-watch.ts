export type Fingerprint = { readonly source: string; readonly bindings: string };

/** What a workflow's file and its project's bindings look like now, without compiling anything. */
export interface SourceWatch {
  /** Null when no file declares the id. */
  readonly fingerprint: (
    workflowId: string,
    where: { readonly workspacePath: string | null },
  ) => Promise<Fingerprint | null>;
}
