import type { ToolName } from './tool-names.ts';

const stateToken = 'Where you are. Alone it brings the pending step back.';
const workspacePath =
  'Absolute path of the folder you work in. Without it, the first root of a client that tells its roots counts, else the folder the server was started in.';
const notesMarkdown =
  'Notes on this step alone, 10 to 30 lines of Markdown: what you did, decided and produced, what is open. Earlier notes are kept. At most 4096 bytes.';
const artifacts = 'JSON objects, each with a `kind`, as the step asks for them.';
const output = 'Notes for people, artifacts for the workflow.';
const preferences = 'How far to go without the user, if they said so.';

export const fieldTexts: Readonly<Record<ToolName, Readonly<Record<string, string>>>> = {
  list_workflows: {
    workspacePath,
    kind: 'Only workflows, or only routines.',
    tags: 'Only entries that carry all of these tags.',
    query: 'Words in id, name or description.',
  },
  inspect_workflow: {
    workflowId: 'Id from list_workflows; for metadata and preview.',
    mode: 'metadata: what it is. preview (default): also steps, loops and contracts. schema: the fields of a workflow file. example: a file to start from and where to save it. builtins: templates, features, references, contracts. check: compiles source and lists what is wrong.',
    source: 'For check: the workflow as JSON.',
    workspacePath,
  },
  start_workflow: {
    workflowId: 'Id from list_workflows.',
    context: 'Facts the workflow should know, as a JSON object.',
    workspacePath,
    goal: 'What the user wants, in a sentence. Becomes the title of the run.',
    preferences,
    'preferences.autonomy':
      'guided: asks the user where a step says so. full_auto_stop_on_user_deps: stops only for what the user alone can give. full_auto_never_stop: never stops, records what is missing as a gap.',
    'preferences.riskPolicy':
      'conservative: a missing capability stops the run. balanced: an unknown one is a warning. aggressive: a missing one too.',
    joinStateToken: 'A state token of a run whose session this run should join.',
  },
  continue_workflow: {
    stateToken,
    ackToken: 'The receipt for finishing this step. Send it only when the step is done.',
    context: 'New or changed keys only; null removes one.',
    output,
    'output.notesMarkdown': notesMarkdown,
    'output.artifacts': artifacts,
    preferences: `${preferences} Values as in start_workflow.`,
  },
  checkpoint_workflow: {
    checkpointToken: 'A save point in the middle of a step.',
    stateToken,
    output,
    'output.notesMarkdown': 'Notes so far.',
    'output.artifacts': 'JSON objects, each with a `kind`.',
  },
  resume_session: {
    query: 'Words from the goal, the notes or the workflow. 1 to 256 characters.',
    workspacePath,
    gitBranch: 'Branch the work was done on.',
    gitHeadSha: 'Commit the work was done on.',
    sessionId: 'Exact session, when it is known.',
    runId: 'Exact run, when it is known.',
    sameWorkspaceOnly: 'Leave out runs of other folders.',
    prefer: 'workspace (default): commit and branch before words. text: words first.',
  },
};
