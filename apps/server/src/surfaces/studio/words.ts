import { callInWords } from '../../installation/own-call.ts';
import { createRefuse, createRefusedBy, type Words } from '../refusal.ts';

const wordsByCode = {
  PROJECT_NOT_FOUND: {
    message: 'There is no such project.',
    suggestion: 'Look for it in the list of projects.',
  },
  FEATURE_DISABLED: {
    message: 'Studio is switched off for this project.',
    suggestion: 'An owner can switch it on in the project’s settings.',
  },
  FORBIDDEN: {
    message: 'Your role in this project doesn’t allow this.',
    suggestion: 'Ask an owner of the project.',
  },
  LAST_OWNER: {
    message: 'A project needs an owner, and this is the last one. Nothing was changed.',
    suggestion: 'Make somebody else an owner first.',
  },
  MEMBER_NOT_FOUND: { message: 'That person is not in this project.', suggestion: 'Reload the list of members.' },
  PERSON_NOT_FOUND: {
    message: 'There is no such person in this installation.',
    suggestion: 'An admin can invite them under Settings, People.',
  },
  BAD_EVENT: {
    message: 'This request isn’t one that Studio knows.',
    suggestion: 'Reload the page. See `details` for the field.',
  },
  TURN_IN_PROGRESS: {
    message: 'This request is still being worked on.',
    suggestion: 'Wait for its answer, or stop it.',
  },
  SESSION_BUSY: {
    message: 'Studio is still working on your last request.',
    suggestion: 'Wait for its answer, or stop it.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    message: 'Another request was sent under the same key. Nothing was changed.',
    suggestion: 'Send it again.',
  },
  RATE_LIMITED: {
    message: 'That was more than 30 requests in a minute.',
    suggestion: 'Wait a moment, then send it again.',
  },
  LOG_CONTENTION: {
    message: 'Too many people are changing this project at once. Nothing was changed.',
    suggestion: 'Send it again.',
  },
  MODEL_UNAVAILABLE: {
    message: 'The model did not answer, and the rules may not stand in for it.',
    suggestion: 'Choose another model in Settings, or allow the rules to answer.',
  },
  TURN_ABANDONED: {
    message: 'Atelier stopped while it was working on this. Nothing was changed.',
    suggestion: 'Send it again.',
  },
  TURN_CANCELLED: {
    message: 'You stopped this request. Nothing was changed.',
    suggestion: 'Send it again when you want.',
  },
  TURN_NOT_FOUND: { message: 'There is no such request in this project.', suggestion: 'Look at the thread again.' },
  DRAFT_NOT_FOUND: { message: 'You have no such pending changes.', suggestion: 'Look at the pending changes again.' },
  QUOTE_NOT_FOUND: { message: 'There is no such quote in this project.', suggestion: 'Look at the list of quotes.' },
  SKILL_NOT_FOUND: { message: 'There is no such skill.', suggestion: 'Look at the list of skills again.' },
  WORKBENCH_NOT_FOUND: {
    message: 'There is no such Workbench. Nothing was sent.',
    suggestion: 'Choose another one.',
  },
  WORKBENCH_BUSY: {
    message: 'Something is at work in this Workbench. Nothing was sent.',
    suggestion: 'Wait until it has ended, then send again.',
  },
  WORKBENCH_FULL: {
    message: 'This Workbench can’t take more files. Nothing was sent.',
    suggestion: 'Choose another one, or remove files there.',
  },
  NOTHING_CHANGED: {
    message: 'These files are in the Workbench already, just as they are.',
    suggestion: 'Open the Workbench to review them.',
  },
  NOT_AN_EXPORT: {
    message: 'This file is no exported project. Nothing was imported.',
    suggestion: 'Choose a project file that Atelier exported.',
  },
  EXPORT_TOO_NEW: {
    message: 'A newer version of Atelier exported this project. Nothing was imported.',
    suggestion: 'Update Atelier, then import it again.',
  },
  EXPORT_DAMAGED: {
    message: 'A part of this file is not what was exported. Nothing was imported.',
    suggestion: 'Export the project again. `details.part` names the part.',
  },
  PROJECT_EXISTS: {
    message: 'This project is here already. Nothing was imported.',
    suggestion: 'Open it in the list of projects, or make a copy of it there.',
  },
  STORE_BUSY: {
    message: 'Another process is writing to the same place.',
    suggestion: 'Try again in a moment.',
  },
  STORE_UNHEALTHY: {
    message: 'The log of this project can’t be read to its end.',
    suggestion: `Run ${callInWords('doctor')}; it says what to do.`,
  },
} satisfies Record<string, Words>;

export const refuse = createRefuse<keyof typeof wordsByCode>(wordsByCode);

export const refusedBy = createRefusedBy(refuse);
