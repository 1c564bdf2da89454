import { workshopAnswersEn } from './messages.answers.en.ts';
import { workshopBenchEn } from './messages.bench.en.ts';
import { workshopContextEn } from './messages.context.en.ts';
import { workshopPastEn } from './messages.past.en.ts';
import { workshopReviewEn } from './messages.review.en.ts';
import { workshopSafetyEn } from './messages.safety.en.ts';
import { workshopSentEn } from './messages.sent.en.ts';
import { workshopTimeEn } from './messages.time.en.ts';
import { workshopTuningEn } from './messages.tuning.en.ts';
import { workshopViewerEn } from './messages.viewer.en.ts';
import { workshopRefusalsEn } from './refusals.en.ts';

export const workshopEn = {
  name: 'Workshop',
  summary: 'Office files, edited in drafts',
  words: 'files documents folder draft publish workbench',
  found: { benches: 'Workbenches', files: 'Files' },
  places: { bench: 'Workbench', review: 'Review', checkpoints: 'Checkpoints', settings: 'Settings', viewer: 'File' },
  home: {
    detail: 'A Workbench holds copies of your files. A model works on a Draft, and you publish.',
    search: 'Search Workbenches',
    searchHint: 'Name of a Workbench',
    new: 'New Workbench',
    sample: 'Open the sample',
    tour: 'How it works',
    count_one: '{{count}} Workbench',
    count_other: '{{count}} Workbenches',
    files_one: '{{count}} file',
    files_other: '{{count}} files',
    draft: 'Draft',
    running: 'Working',
    damaged: 'Damaged',
    waits: { consent: 'Asks for consent', cap: 'At the spending cap', question: 'Asks you', paused: 'Paused' },
    waiting: 'Waiting for you',
    others: 'All Workbenches',
    nothing: 'No Workbench has this name',
    nothingDetail: 'Try another word, or create a new Workbench.',
    more: 'More for {{name}}',
    rename: 'Rename…',
    clone: 'Clone…',
    delete: 'Delete…',
    load: 'Show more',
    deleted: 'Deleted',
    deletedDetail: 'Each can be brought back for {{days}} days.',
    deletedAt: 'deleted {{at}}',
    bringBack: 'Bring back',
    bringBackNamed: 'Bring back {{name}}',
  },
  empty: {
    title: 'Start with your files, or with a sample',
    detail: 'A Workbench holds copies of your files. Your originals stay unchanged.',
  },
  create: {
    title: 'New Workbench',
    name: 'Name',
    hint: 'You can change it later.',
    placeholder: 'Untitled Workbench',
    do: 'Create',
  },
  rename: { title: 'Rename this Workbench', name: 'Name', do: 'Rename', done: 'Renamed to {{name}}' },
  clone: {
    title: 'Clone {{name}}',
    detail: 'The copy starts with the published files. Consent to send files isn’t copied.',
    name: 'Name of the copy',
    copyOf: '{{name}} (copy)',
    what: 'What to copy',
    mode: {
      clone_files_only: 'Files only',
      clone_files_and_context_no_chat: 'Files and context, without the chat',
      clone_all: 'Everything, with the chat',
    },
    do: 'Clone',
  },
  delete: {
    title: 'Delete {{name}}?',
    detail:
      'You can bring it back for {{days}} days. Then its copies, its chat and its checkpoints are deleted for good. Your original files stay where they are.',
    draft: 'It has a Draft. Publish or discard the Draft first.',
    do: 'Delete',
    done: '{{name}} was deleted',
  },
  tour: {
    step: 'Step {{at}} of {{of}}',
    back: 'Back',
    next: 'Next',
    skip: 'Skip',
    welcome: {
      title: 'Welcome to Workshop',
      text: 'Give a model copies of your office files. It drafts changes, and you decide what is published.',
    },
    scope: {
      title: 'It sees only this Workbench',
      text: 'A model reads nothing but the files you add here. Your originals are never opened again.',
    },
    draft: {
      title: 'Draft and Published',
      text: 'Changes go to a Draft. Published files change only when you press Publish.',
    },
    review: {
      title: 'Review every change',
      text: 'You see what changed, where, and what it was before. Keep or drop each change.',
    },
    sample: {
      title: 'Try it with a sample',
      text: 'The sample has a brief, notes and a small table. Nothing of yours is touched.',
      do: 'Open the sample',
    },
    job: {
      title: 'Your first job',
      text: 'The sample offers a first request. The built-in model does it without a key and without the internet.',
    },
  },
  refusal: workshopRefusalsEn,
  ...workshopAnswersEn,
  ...workshopBenchEn,
  ...workshopContextEn,
  ...workshopPastEn,
  ...workshopReviewEn,
  ...workshopSafetyEn,
  ...workshopSentEn,
  ...workshopTimeEn,
  ...workshopTuningEn,
  ...workshopViewerEn,
};
