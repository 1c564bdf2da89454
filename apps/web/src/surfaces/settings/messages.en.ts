import { limitsEn } from './messages.limits.en.ts';
import { modelsEn } from './models/messages.en.ts';
import { privacyEn } from './models/messages.privacy.en.ts';
import { peopleEn } from './people/messages.en.ts';
import { settingsRefusalsEn } from './refusals.en.ts';
import { storageEn } from './storage/messages.en.ts';

export const settingsEn = {
  refusal: settingsRefusalsEn,
  name: 'Settings',
  summary: 'Appearance, language, models and data',
  words: 'preferences options configuration',
  sections: 'Settings sections',
  saveFailed: 'Couldn’t save the setting',
  appearance: {
    title: 'Appearance',
    detail: 'Applies to every tab.',
    theme: 'Theme',
    auto: 'Automatic',
    light: 'Light',
    dark: 'Dark',
    autoDetail: 'Follows your computer’s setting.',
    lightDetail: 'Warm paper and ink.',
    darkDetail: 'Charcoal, easy on the eyes at night.',
  },
  language: {
    title: 'Language',
    detail: 'Applies to text, numbers, dates and reading direction.',
    label: 'Interface language',
    en: 'English',
    he: 'Hebrew',
    ownNote: 'Agents answer in the language you write in, whatever you choose here.',
  },
  limits: limitsEn,
  models: modelsEn,
  people: peopleEn,
  privacy: privacyEn,
  storage: storageEn,
  data: {
    title: 'Data & diagnostics',
    detail: 'Where your work is stored, and whether it’s intact.',
    folder: 'Data folder',
    size: 'Size',
    free: 'Free on this disk',
    unknown: 'unknown',
    kind: 'Storage',
    disk: 'Disk',
    database: 'PostgreSQL database',
    memory: 'Memory only',
    version: 'Version',
    node: 'Node',
    platform: 'System',
    since: 'Running since',
    connections: 'Open tabs',
    install: 'This installation',
    installDetail: 'Useful when you ask for support.',
    refresh: 'Refresh',
    findings: 'Needs attention',
    command: 'Command to run',
    amount: { free: 'Free: {{bytes}}', used: 'In use: {{bytes}}' },
    lines_one: '{{count}} line is missing.',
    lines_other: '{{count}} lines are missing.',
    streams: 'Streams',
    streamsDetail: 'Each stream is an append-only log with its own hash chain.',
    stream: 'Stream',
    health: 'Health',
    events: 'Events',
    noStreams: 'No streams yet',
    noStreamsDetail: 'Your first change creates one.',
    more_one: 'and {{count}} more',
    more_other: 'and {{count}} more',
    lab: 'Component gallery',
    labDetail: 'Every part of the interface, in the current theme and language.',
    labOpen: 'Open the gallery',
    filesLab: 'Files lab',
    filesLabDetail: 'Drop a file to see how Atelier reads, edits and compares it.',
    filesLabOpen: 'Open the lab',
    chatLab: 'Chat lab',
    chatLabDetail: 'Try any model on sample files. You see every call and its cost.',
    chatLabOpen: 'Open the chat',
  },
  health: {
    healthy: 'Intact',
    corrupt_tail: 'Damaged end',
    corrupt_head: 'Damaged start',
    unknown_version: 'Newer format',
    unreadable: 'Unreadable',
  },
  check: {
    title: 'Storage check',
    detail:
      'Reads every event, compares it with its hash chain and checks that all content exists. You can keep working. For a full check, including signatures and file contents, run “npx atelier verify”.',
    start: 'Check storage',
    again: 'Check again',
    cancel: 'Cancel',
    starting: 'Starting…',
    running: 'Checking',
    never: 'Not checked yet.',
    clean: 'No problems found. Every event is intact and all content exists.',
    read: '{{streams}} · {{events}} · {{at}}',
    streams_one: '{{count}} stream',
    streams_other: '{{count}} streams',
    events_one: '{{count}} event',
    events_other: '{{count}} events',
    found_one: 'One stream needs attention',
    found_other: '{{count}} streams need attention',
    missing_one: '1 piece of content is missing',
    missing_other: '{{count}} pieces of content are missing',
    missingWhat_one:
      '1 piece of content is missing or can’t be read. Run “npx atelier verify” to see which, then restore it from a backup.',
    missingWhat_other:
      '{{count}} pieces of content are missing or can’t be read. Run “npx atelier verify” to see which, then restore them from a backup.',
    wholeBefore: 'intact up to event {{seq}}',
    cancelled: 'The last check was cancelled, {{at}}.',
    interrupted: 'The last check was interrupted when Atelier stopped, {{at}}.',
    refused: 'Couldn’t start the check',
    cancelRefused: 'Couldn’t cancel the check',
  },
  finding: {
    STREAM_UNHEALTHY: {
      title: 'A stream is damaged',
      detail:
        'Copy the data folder first. Then run “npx atelier verify” to see what’s wrong and “npx atelier repair” to see what can be saved. Atelier doesn’t write to this stream until then.',
    },
    STREAM_END_DOUBTED: {
      title: 'A stream no longer matches its signature',
      detail:
        'Its events are intact, but some signed commits are missing or were replaced. Restore it from a backup, or run “npx atelier repair”.',
    },
    HEADS_KEY_MISSING: {
      title: 'The key that signs streams is missing',
      detail:
        'Everything still works, but Atelier can’t detect whether recent history was removed. Restore keys/heads.key from a backup, or run “npx atelier repair heads.key”.',
    },
    HEADS_KEY_UNREADABLE: {
      title: 'The key that signs streams can’t be read',
      detail:
        'Everything still works, but Atelier can’t detect whether recent history was removed. Make keys/heads.key readable for the user that runs Atelier, or restore it from a backup.',
    },
    HEADS_NOT_SIGNED: {
      title: 'Couldn’t sign the newest changes',
      detail:
        'They’re saved, but Atelier couldn’t detect if they were removed. Check the disk space. Atelier tries again automatically.',
    },
    COMMITS_ONLY_CHAINED: {
      title: 'The newest changes in a stream were never signed',
      detail:
        'They’re intact, but Atelier ended before signing them, so it couldn’t detect their removal. The next change signs them.',
    },
    DATA_FOLDER_OPEN_TO_OTHERS: {
      title: 'Other people on this computer can read the data folder',
      detail: 'Make it private to you:',
    },
    DISK_NEARLY_FULL: {
      title: 'The disk is nearly full',
      detail: 'Free some space. On a full disk Atelier can’t save anything new. Your saved work is safe.',
    },
    WEB_APP_NOT_BUILT: {
      title: 'The web app isn’t built',
      detail: 'Start Atelier with “npm start”, which builds it.',
    },
    NODE_NOT_PINNED: {
      title: 'Atelier runs on an untested version of Node',
      detail: 'Start it with “npm start”, which uses the right version.',
    },
    QUOTA_NEARLY_REACHED: {
      title: 'The quota is nearly reached',
      detail: 'New files are refused once the limit is reached. Raise the quota, or delete what you don’t need.',
    },
    NOTHING_COLLECTED: {
      title: 'Cleanup is paused',
      detail:
        'Something that may need old content can’t be read, so nothing is deleted. Run “npx atelier verify” to see what.',
    },
    CONTENT_DAMAGED: {
      title: 'Stored content is damaged',
      detail:
        'A pack of stored content can’t be read. Run “npx atelier verify” in Atelier’s folder to see what’s damaged. Then restore the pack from a backup, or add the same files again.',
    },
    BUCKET_AWAY: {
      title: 'The bucket with your content isn’t responding',
      detail: 'Files can’t be opened or saved until it’s back. Check its address, its keys and the network.',
    },
    BUCKET_CLOCK: {
      title: 'This computer’s clock and the bucket’s clock differ',
      detail: 'The bucket refuses every request once they’re 15 minutes apart. Correct this computer’s clock.',
    },
    KEY_UNUSABLE: {
      title: 'A key can’t be used',
      detail:
        'Agents or browsers sign in with it. Restore it from a backup. If you have none, move it away and restart Atelier to create a new one. Everyone then has to sign in again.',
    },
    FILE_DAMAGED: {
      title: 'A WorkRail file is damaged',
      detail:
        'Atelier works without it, with default settings or unsigned exports. Restore it from a backup, or save the settings again in WorkRail. Atelier keeps the damaged file.',
    },
    SURFACE_UNAVAILABLE: {
      title: 'A part of Atelier couldn’t start',
      detail:
        'The other parts work. Start Atelier again. If that doesn’t help, the server log in the data folder says why.',
    },
    EVENTS_UNREADABLE: {
      title: 'Some recorded events can’t be read',
      detail:
        'Atelier leaves them out and deletes nothing. If a newer version of Atelier wrote them, use that version.',
    },
    SERVER_LOG_INCOMPLETE: {
      title: 'The server log is incomplete',
      detail: 'The server couldn’t write some lines of its own log. Your data isn’t affected. Free some disk space.',
    },
    LOG_IN_MEMORY_ONLY: {
      title: 'Nothing is saved to disk',
      detail: 'Everything is lost when Atelier stops. Start it with a data folder.',
    },
  },
  metrics: {
    title: 'Metrics',
    detail: 'Counted on this computer from the log. Nothing is sent anywhere.',
    workshop: 'Workshop',
    since: 'Counted since {{when}}.',
    sinceEver: 'Counted since the start.',
    clear: 'Clear the counts',
    cleared: 'Counting starts again from zero',
    turns: 'Messages sent',
    generated: 'Changes made by models',
    applied: 'Changes that went into a Draft',
    failedValidation: 'Failures: unusable answer',
    failedDisk: 'Failures: disk',
    failedProvider: 'Failures: model provider',
    rewinds: 'Rewinds',
    rewindRate_one: '{{count}} ({{perCent}}% of messages)',
    rewindRate_other: '{{count}} ({{perCent}}% of messages)',
    distance: 'Average rewind distance',
    messages_one: '{{count}} message',
    messages_other: '{{count}} messages',
    modelSwitches: 'Model switches',
    publishes: 'Drafts published',
    discards: 'Drafts discarded',
    restores: 'Checkpoints restored',
    choices: 'Answers chosen in comparisons',
    historyBytes: 'Size of saved Draft states',
  },
  about: {
    title: 'About',
    detail: 'Atelier is a local-first workbench for work done by AI.',
    promiseTitle: 'What it promises',
    local: 'It runs on this computer and accepts connections from this computer only.',
    log: 'Every change is recorded in an append-only log. Nothing is overwritten.',
    people: 'Nothing an agent makes counts until a person accepts it.',
    licence: 'Licence',
    fonts: 'Typefaces',
  },
  commands: {
    group: 'Appearance and language',
    light: 'Use the light theme',
    dark: 'Use the dark theme',
    auto: 'Use this computer’s theme',
    themeWords: 'color colour mode night day',
    english: 'Switch to English',
    hebrew: 'Switch to Hebrew',
    englishWords: 'language english אנגלית',
    hebrewWords: 'language hebrew עברית',
    check: 'Check storage',
    checkWords: 'verify health integrity',
    dataGroup: 'Data',
    modelsWords:
      'settings api key token provider openai anthropic google mistral ollama local price default spending cap',
    privacyWords: 'settings consent ledger egress privacy sent files policy',
    dataWords: 'settings quota storage backup disk space doctor health streams preferences options',
  },
};
