import type { ToolName } from './tool-names.ts';

const stateToken = 'Where you are. Copy it exactly as it was given; alone it brings the pending step back.';
const workspacePath =
  'Absolute path of the folder you work in. Absent: the client’s first root, then the server’s own folder.';
const notesMarkdown =
  'Notes on this step alone, 10 to 30 lines of Markdown: what you did and decided, what you produced, what is notable or open. Earlier notes are kept; do not repeat them. At most 4096 bytes.';
const artifacts = 'JSON objects, each with a `kind`. Send those the step asks for, with exactly the fields it names.';
const output = 'What this step brought: notes for people, artifacts for the workflow.';
const preferences =
  'How far to go without the user, when they said so: autonomy (guided, full_auto_stop_on_user_deps, full_auto_never_stop) and riskPolicy (conservative, balanced, aggressive).';

export const fieldTexts: Readonly<Record<ToolName, Readonly<Record<string, string>>>> = {
  list_workflows: {
    workspacePath,
    kind: 'Only workflows, or only routines. Absent: both.',
    tags: 'Only entries that carry all of these tags.',
    query: 'Words to look for in id, name and description.',
  },
  inspect_workflow: {
    workflowId: 'Id from list_workflows.',
    mode: 'metadata: what it is. preview (default): also its steps, loops and contracts.',
    workspacePath,
  },
  start_workflow: {
    workflowId: 'Id from list_workflows.',
    context: 'Facts the workflow should know from the start, as a JSON object. Kept for the whole run.',
    workspacePath,
    goal: 'What the user wants, in a sentence. Becomes the title of the run.',
    preferences,
    joinStateToken: 'A state token of another run whose session this run should belong to.',
  },
  continue_workflow: {
    stateToken,
    ackToken: 'The receipt for finishing this step. Send it only when the step is done; without it nothing moves.',
    context: 'Changes only: new or changed keys, null to remove one. What you sent before is remembered.',
    output,
    'output.notesMarkdown': notesMarkdown,
    'output.artifacts': artifacts,
    preferences,
  },
  checkpoint_workflow: {
    checkpointToken: 'A save point: stores output in the middle of a step. Copy it exactly as it was given.',
    stateToken,
    output,
    'output.notesMarkdown': notesMarkdown,
    'output.artifacts': artifacts,
  },
  resume_session: {
    query: 'Words from goals and notes of the run you look for; all of them must occur. 1 to 256 characters.',
    workspacePath,
    gitBranch: 'Branch the work was done on.',
    gitHeadSha: 'Commit the work was done on.',
    sessionId: 'Exact session, when it is known.',
    runId: 'Exact run, when it is known.',
    sameWorkspaceOnly: 'Leave out runs of other workspaces.',
    prefer: 'workspace (default) puts branch and commit before words; text puts words first.',
  },
};
