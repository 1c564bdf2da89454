import type { AppendRefused } from '@atelier/kernel';
import { isWriteRefused, WriteFault } from '@atelier/kernel/core';
import { callInWords } from '../../installation/own-call.ts';
import { createRefuse, type Words } from '../refusal.ts';

const wordsByCode = {
  SESSION_NOT_FOUND: {
    message: 'There is no such session here.',
    suggestion: 'Look for it in the list of sessions, or import its bundle.',
  },
  RUN_NOT_FOUND: {
    message: 'The session has no such run.',
    suggestion: 'Open the session and choose one of its runs.',
  },
  NODE_NOT_FOUND: { message: 'The run has no such node.', suggestion: 'Choose a node of the graph.' },
  SESSION_NOT_HEALTHY: {
    message: 'The session is damaged: nothing can be changed in it.',
    suggestion: 'Repair it first, or export the intact part.',
  },
  RUN_COMPLETE: {
    message: 'The run is complete, so no agent is waiting.',
    suggestion: 'To go another way, open an earlier step and choose “Copy prompt”.',
  },
  TEXT_NEEDED: { message: 'The message is empty.', suggestion: 'Write a message for the agent.' },
  NO_KEYS_YET: {
    message: 'No token can be made: the key that signs tokens is missing or damaged.',
    suggestion: `Start a run with an agent once, or run ${callInWords('doctor')}.`,
  },
  CONFIG_CHANGED: {
    message: 'Someone else changed these settings meanwhile, so yours were not saved.',
    suggestion: 'Reload the settings, then make your change again.',
  },
  NOTHING_TO_SET: {
    message: 'The session has these preferences already.',
    suggestion: 'Choose another value.',
  },
  CONTENT_MISSING: {
    message: 'Something the session refers to is no longer stored.',
    suggestion: 'Run a store check to see what is missing.',
  },
  PATHS_FOR_ADMINS: {
    message: 'Only admins are told where folders of this machine are.',
    suggestion: 'Export without the paths, or ask an admin.',
  },
  REPAIR_UNAVAILABLE: { message: 'This store cannot be repaired here.', suggestion: 'Repair works on disk only.' },
  QUOTA_EXCEEDED: {
    message: 'There is no room: stored content reached its quota. Nothing was added.',
    suggestion: 'Raise the quota in Settings, under Data, or delete what you do not need.',
  },
  STORE_BUSY: { message: 'Another program is writing just now.', suggestion: 'Try again in a moment.' },
  STORE_UNHEALTHY: {
    message: 'Stored data is damaged, so nothing can be changed.',
    suggestion: `Run ${callInWords('doctor')}.`,
  },
  WORKFLOW_NOT_FOUND: {
    message: 'No source has a workflow of that id.',
    suggestion: 'Check the catalogue. It also lists files that could not be read.',
  },
  WORKFLOW_INVALID: { message: 'The workflow does not compile.', suggestion: 'Fix the listed problems, then save.' },
  SOURCE_READ_ONLY: { message: 'That source is read only.', suggestion: 'Save it as your own, under another id.' },
  LEGACY_ID: { message: 'New workflows need an id with a namespace.', suggestion: 'Use the suggested id.' },
  ID_TAKEN: { message: 'A stronger source provides that id already.', suggestion: 'Choose another id.' },
  CHANGED_ON_DISK: {
    message: 'The file changed since you opened it.',
    suggestion: 'Open it again and apply your changes again.',
  },
  WORKSPACE_NEEDED: {
    message: 'A project workflow needs the folder of its project.',
    suggestion: 'Name the folder, or save it as your own.',
  },
  UPLOAD_NOT_FOUND: { message: 'The file was not received.', suggestion: 'Choose the file again.' },
  BUNDLE_INVALID_FORMAT: {
    message: 'The file is not a session bundle.',
    suggestion: 'Choose a file that was exported from WorkRail.',
  },
  BUNDLE_UNSUPPORTED_VERSION: {
    message: 'The bundle is of a version this Atelier does not know.',
    suggestion: 'Update Atelier, then import it.',
  },
  BUNDLE_NEEDS_REVIEW: {
    message: 'The bundle is unsigned, or tells agents something no workflow here says.',
    suggestion: 'Look at its review, then import it again and confirm.',
  },
  BUNDLE_INTEGRITY_FAILED: {
    message: 'Part of the bundle is not what its digest or signature says.',
    suggestion: 'Export it again where it came from.',
  },
  BUNDLE_MISSING_SNAPSHOT: { message: 'The bundle lacks a snapshot.', suggestion: 'Export it again.' },
  BUNDLE_MISSING_PINNED_WORKFLOW: {
    message: 'The bundle lacks the workflow its run is pinned to.',
    suggestion: 'Export it again.',
  },
  BUNDLE_EVENT_ORDER_INVALID: { message: 'The events of the bundle are out of order.', suggestion: 'Export it again.' },
  BUNDLE_MANIFEST_ORDER_INVALID: {
    message: 'The commits of the bundle are out of order.',
    suggestion: 'Export it again.',
  },
  SOURCE_FOLDER_NOT_ABSOLUTE: {
    message: 'A source needs the full path of its folder.',
    suggestion: 'Start at the root of the disk.',
  },
  SOURCE_LABEL_TAKEN: { message: 'Two sources have the same name.', suggestion: 'Name each differently.' },
  KEYRING_CORRUPT: {
    message: 'The file of signing keys is damaged and was left as it is.',
    suggestion: 'Restore keys/keyring.json from a backup: making new keys would void every token.',
  },
} satisfies Record<string, Words>;
type RailsCode = keyof typeof wordsByCode;

export const refuse = createRefuse<RailsCode>(wordsByCode);

export const storeRefused = (error: AppendRefused) => {
  if (isWriteRefused(error)) throw new WriteFault(error);
  return error.code === 'LOCKED' || error.code === 'STALE' ? refuse('STORE_BUSY') : refuse('STORE_UNHEALTHY');
};
