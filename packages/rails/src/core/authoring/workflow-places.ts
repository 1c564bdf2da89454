/** Where a workflow file is looked for, nearest first. */
export const WORKFLOW_PLACES = [
  '<workspacePath>/.atelier/workflows/<name>.json',
  '<workspacePath>/workflows/<name>.json',
  '<workspacePath>/.workrail/workflows/<name>.json',
] as const;
