import { callInWords } from '../../installation/own-call.ts';
import { createRefuse, createRefusedBy, type Words } from '../refusal.ts';

const wordsByCode = {
  WORKBENCH_NOT_FOUND: {
    message: 'There is no such Workbench.',
    suggestion: 'Look for it on Home. Someone may have deleted it.',
  },
  DRAFT_EXISTS: {
    message: 'A Draft is open, so this has to wait.',
    suggestion: 'Publish or discard the Draft first.',
  },
  RUN_NOT_FOUND: {
    message: 'There is no run to replay: none made this answer, or its history was trimmed.',
    suggestion: 'Choose another answer.',
  },
  REPLAY_DIFFERS: {
    message: 'The replay came to other files than the run did. Nothing was changed.',
    suggestion: '`details.item` and `details.tool` name the first difference.',
  },
  NOTHING_TO_TRIM: {
    message: 'Nothing can be trimmed: this Workbench holds no earlier states.',
    suggestion: 'To free more space, remove files or delete Workbenches you no longer need.',
  },
  NO_DRAFT: { message: 'There is no Draft.', suggestion: 'Ask for a change first; it makes a Draft.' },
  RUN_IN_PROGRESS: { message: 'A run is under way.', suggestion: 'Wait for it, or cancel it first.' },
  NO_RUN: { message: 'No run is waiting.', suggestion: 'Send a message to start one.' },
  NOTE_TOO_LATE: {
    message: 'This run takes no further step, so it would not read the note.',
    suggestion: 'Send the words as the next message.',
  },
  NO_QUESTION: { message: 'Nothing waits for consent.', suggestion: 'Look at the Workbench again.' },
  COMPARE_OPEN: {
    message: 'A comparison of answers is open.',
    suggestion: 'Choose an answer or close the comparison first.',
  },
  COMPARE_NOT_OPEN: {
    message: 'No comparison is open.',
    suggestion: 'Choose “Try with another model” on an answer to open one.',
  },
  COMPARE_BASE_CHANGED: {
    message: 'The published files or the context changed after this question.',
    suggestion: 'Rewind to the question first, then try another model.',
  },
  TOO_MANY_LANES: { message: 'At most four answers are compared.', suggestion: 'Choose fewer models.' },
  LANE_NOT_FOUND: {
    message: 'That answer is not part of the comparison.',
    suggestion: 'Look at the comparison again.',
  },
  LANE_NOT_CHOOSABLE: {
    message: 'This model gave no answer that can be chosen.',
    suggestion: 'Retry it, or choose another answer.',
  },
  LANES_IN_ONE_FILE: {
    message: 'Changes of two models can’t go into one file, because neither saw the other’s.',
    suggestion: 'Take each file from one model. `details` names the files.',
  },
  CONFLICT_STALE_STATE: {
    message: 'Another window changed this Workbench after you looked.',
    suggestion: 'Look at what changed, then try again.',
  },
  CONFLICT_PUBLISHED_CHANGED: {
    message: 'The published files changed after this Draft started. Both are kept.',
    suggestion: 'Discard the Draft, or restore a checkpoint from before the change.',
  },
  RUN_INCOMPLETE: {
    message: 'The run behind this Draft has steps left.',
    suggestion: 'Resume the run, or confirm that its unfinished steps are dropped.',
  },
  DELETION_UNCONFIRMED: {
    message: 'The Draft deletes files that nobody confirmed.',
    suggestion: 'Tick each deleted file in Review, then publish.',
  },
  LIMIT_FILE_COUNT: {
    message: 'That would be more files than a Workbench may hold. Nothing was added.',
    suggestion: 'Remove files, or raise the limit in Settings.',
  },
  DUPLICATE_NAME: {
    message: 'A file of that name is here already. Nothing was added.',
    suggestion: 'Rename the file or remove the other one, then add again.',
  },
  UPLOADS_GONE: {
    message: 'The uploaded files are no longer here.',
    suggestion: 'Add the files again.',
  },
  PLACE_NOT_FOUND: {
    message: 'There is no such cell or line in the file as it is now.',
    suggestion: 'Open the file and choose a place in it.',
  },
  FILE_UNREADABLE: {
    message: 'Atelier can’t look into this file.',
    suggestion: 'Download it and check that it opens. Then add it again.',
  },
  FILE_NOT_FOUND: { message: 'There is no such file here.', suggestion: 'Look at the list of files again.' },
  NOT_AN_EXPORT: {
    message: 'This file is no exported Workbench. Nothing was imported.',
    suggestion: 'Choose a file that Atelier exported.',
  },
  EXPORT_TOO_NEW: {
    message: 'A newer version of Atelier exported this file. Nothing was imported.',
    suggestion: 'Update Atelier, then import it again.',
  },
  EXPORT_DAMAGED: {
    message: 'A part of this file is not what was exported. Nothing was imported.',
    suggestion: 'Export the Workbench again. `details.part` names the part.',
  },
  WORKBENCH_EXISTS: {
    message: 'This Workbench is here already. Nothing was imported.',
    suggestion: 'Import it as a new Workbench.',
  },
  NOT_TAKEN_OUT: {
    message: 'This folder did not come from this Workbench.',
    suggestion: 'Use Continue outside first, then take back the folder it made.',
  },
  CHANGED_ON_BOTH_SIDES: {
    message: 'Some files changed here and in the folder. Nothing was taken back.',
    suggestion: 'Make those files alike in the folder, then try again. `details.paths` names them.',
  },
  NO_FOLDER: {
    message: 'This Workbench was not opened on a folder.',
    suggestion: `Open one with ${callInWords('open FOLDER')}, or extract the files.`,
  },
  FOLDER_NOT_FOUND: {
    message: 'That folder does not exist, or Atelier may not open it.',
    suggestion: 'Check the path and its permissions.',
  },
  POINT_NOT_FOUND: {
    message: 'That state of the files cannot be found.',
    suggestion: 'Choose another checkpoint or message.',
  },
  MESSAGE_NOT_FOUND: {
    message: 'That message is not part of this conversation.',
    suggestion: 'Look at the conversation again.',
  },
  ALREADY_HERE: { message: 'The conversation stands there already.', suggestion: 'Choose an earlier message.' },
  EMPTY_MESSAGE: { message: 'The message is empty.', suggestion: 'Write what you want done.' },
  NO_FILES: { message: 'This Workbench has no files yet.', suggestion: 'Add a file first.' },
  NO_MODEL: { message: 'No model is chosen.', suggestion: 'Choose a model at the top of the Workbench.' },
  MODEL_NOT_FOUND: { message: 'There is no such model in the list.', suggestion: 'Choose one of the list.' },
  MODEL_UNAVAILABLE: {
    message: 'This model cannot be used now.',
    suggestion: 'Set up its provider in Settings, or choose another model.',
  },
  MODEL_CANNOT_SEE: {
    message: 'You ask about a picture, and this model cannot see pictures. Nothing was sent.',
    suggestion: 'Choose one of the models in `details.models`, or send the message without the picture.',
  },
  TOO_MANY_RUNS: {
    message: 'As many runs are under way as this server allows at once.',
    suggestion: 'Wait for one to finish, or cancel one.',
  },
  PUBLISHED_CHOICE_REQUIRED: {
    message: 'The published files were different then.',
    suggestion: 'Choose “Files and chat” or “Chat only”.',
  },
  CONFIRMATION_REQUIRED: {
    message: 'This would take back a Draft or later messages.',
    suggestion: 'Read what would go, then confirm.',
  },
  REVISION_PRUNED: {
    message: 'That state of the Draft is no longer kept.',
    suggestion: 'Rewind the chat only, or discard the Draft and rewind.',
  },
  CONTENT_MISSING: {
    message: 'Some content of that state is missing or damaged. Nothing was changed.',
    suggestion: `Choose another point. ${callInWords('doctor')} names what is missing.`,
  },
  NOTHING_TO_REDO: { message: 'There is nothing to redo.', suggestion: 'Redo works until a new message is sent.' },
  NOTHING_TO_UNDO: { message: 'There is no drop to undo.', suggestion: 'Rewind to an earlier message instead.' },
  NOTHING_CHANGED: { message: 'The Draft holds exactly that already.', suggestion: 'Choose another change.' },
  REVIEW_REFUSED: {
    message: 'These changes cannot be taken apart.',
    suggestion: 'Drop the whole file instead. `details` says why.',
  },
  DRAFT_NOT_FOUND: { message: 'That Draft cannot be brought back.', suggestion: 'Look at the checkpoints instead.' },
  CHECKPOINT_NOT_FOUND: { message: 'There is no such checkpoint.', suggestion: 'Look at the list again.' },
  CHECKPOINT_EXPIRED: {
    message: 'The files of this checkpoint are no longer kept.',
    suggestion: 'Choose a newer checkpoint.',
  },
  RESULT_NOT_FOUND: { message: 'That result is not kept any more.', suggestion: 'Ask the model to look again.' },
  EGRESS_CONSENT_REQUIRED: {
    message: 'The text has to be sent to a model, and nobody has agreed to that yet.',
    suggestion: 'Allow it, or choose the built-in model.',
  },
  CONTEXT_HAS_EDITS: {
    message: 'Someone edited this context by hand. Processing would replace it.',
    suggestion: 'Confirm that it may be replaced.',
  },
  CONTEXT_INPUT_UNSUPPORTED: {
    message: 'No text can be read from that file.',
    suggestion: 'Use a text or office file, or paste the text.',
  },
  CONTEXT_PROCESS_FAILED: {
    message: 'The model did not produce a usable context. Nothing was saved.',
    suggestion: 'Try again, choose another model, or write the context yourself.',
  },
  CONTEXT_INVALID: {
    message: 'These files do not make a context.',
    suggestion: 'See `details.reason`; a skill needs SKILL.md with name and description.',
  },
  CONTEXT_NOT_FOUND: { message: 'There is no context of this kind.', suggestion: 'Add one first.' },
  STORE_BUSY: { message: 'Another program is writing just now.', suggestion: 'Try again in a moment.' },
  STORE_UNHEALTHY: {
    message: 'The record of this Workbench is damaged; nothing was changed.',
    suggestion: `Run ${callInWords('doctor')}, which says what can be done.`,
  },
} satisfies Record<string, Words>;
type WorkshopCode = keyof typeof wordsByCode;

export const refuse = createRefuse<WorkshopCode>(wordsByCode);

/** A decision's refusal as the answer of one command. */
export const refusedBy = createRefusedBy(refuse);
