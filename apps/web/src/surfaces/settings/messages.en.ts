import { modelsEn } from './models/messages.en.ts';
import { privacyEn } from './models/messages.privacy.en.ts';
import { storageEn } from './storage/messages.en.ts';

export const settingsEn = {
  name: 'Settings',
  summary: 'How Atelier looks, speaks and keeps your data',
  words: 'preferences options configuration',
  sections: 'Settings sections',
  saveFailed: 'The setting was not saved',
  appearance: {
    title: 'Appearance',
    detail: 'The same in every tab and after every restart.',
    theme: 'Theme',
    auto: 'Automatic',
    light: 'Light',
    dark: 'Dark',
    autoDetail: 'Follows this computer, also when it changes at dusk.',
    lightDetail: 'Warm paper and ink.',
    darkDetail: 'Charcoal, easy on the eyes at night.',
  },
  language: {
    title: 'Language',
    detail: 'Words, numbers, dates and the direction of the whole layout.',
    label: 'Interface language',
    en: 'English',
    he: 'Hebrew',
    ownNote: 'Agents answer in the language you write to them in, whatever you choose here.',
  },
  models: modelsEn,
  privacy: privacyEn,
  storage: storageEn,
  data: {
    title: 'Data & diagnostics',
    detail: 'Where your work is kept and whether all of it is whole.',
    folder: 'Data folder',
    size: 'Size',
    free: 'Free on this disk',
    unknown: 'unknown',
    kind: 'Kept',
    disk: 'On disk',
    database: 'In a PostgreSQL database',
    memory: 'In memory only',
    version: 'Version',
    node: 'Node',
    platform: 'System',
    since: 'Running since',
    connections: 'Open tabs',
    install: 'This installation',
    installDetail: 'What a support request would ask for first.',
    refresh: 'Refresh',
    findings: 'Worth a look',
    command: 'Command to run',
    amount: { free: 'Free: {{bytes}}', used: 'In use: {{bytes}}' },
    lines_one: '{{count}} line is missing.',
    lines_other: '{{count}} lines are missing.',
    streams: 'Streams',
    streamsDetail: 'Each stream is an append-only log with a hash chain of its own.',
    stream: 'Stream',
    health: 'Health',
    events: 'Events',
    noStreams: 'No streams yet',
    noStreamsDetail: 'The first change you make writes the first one.',
    more_one: 'and {{count}} more',
    more_other: 'and {{count}} more',
    lab: 'Component gallery',
    labDetail: 'Every part this interface is built of, in the current theme and direction.',
    labOpen: 'Open the gallery',
    filesLab: 'Files lab',
    filesLabDetail: 'Drop a file and see what the file layer reads, edits and compares.',
    filesLabOpen: 'Open the lab',
    chatLab: 'Chat lab',
    chatLabDetail: 'Talk to any model with the file tools on scratch files; every call and its cost in sight.',
    chatLabOpen: 'Open the chat',
  },
  health: {
    healthy: 'Whole',
    corrupt_tail: 'Damaged end',
    corrupt_head: 'Damaged start',
    unknown_version: 'Newer format',
    unreadable: 'Unreadable',
  },
  check: {
    title: 'Store check',
    detail:
      'Reads every stream from the first event to the last and compares it with its hash chain, and looks whether all the content they name is there. Signed ends and the bytes of content are for “npx atelier verify”. You can go on working.',
    start: 'Check the store',
    again: 'Check again',
    cancel: 'Cancel',
    starting: 'Starting…',
    running: 'Checking',
    never: 'Not checked yet on this installation.',
    clean: 'Every event is whole, and all content is there',
    read: '{{streams}} · {{events}} · {{at}}',
    streams_one: '{{count}} stream',
    streams_other: '{{count}} streams',
    events_one: '{{count}} event',
    events_other: '{{count}} events',
    found_one: 'One stream needs attention',
    found_other: '{{count}} streams need attention',
    missing_one: 'One piece of content that is needed is missing',
    missing_other: '{{count}} pieces of content that are needed are missing',
    missingWhat_one:
      'One piece of content is missing or cannot be read. “npx atelier verify” names it and what needs it; bring it back from a backup.',
    missingWhat_other:
      '{{count}} pieces of content are missing or cannot be read. “npx atelier verify” names them and what needs them; bring them back from a backup.',
    wholeBefore: 'whole up to event {{seq}}',
    cancelled: 'The last check was cancelled, {{at}}.',
    interrupted: 'The last check was cut off when Atelier stopped, {{at}}.',
    refused: 'The check did not start',
    cancelRefused: 'The check could not be cancelled',
  },
  finding: {
    STREAM_UNHEALTHY: {
      title: 'A stream is damaged',
      detail:
        'Copy the data folder first. “npx atelier verify” shows all that is wrong, “npx atelier repair” what can be kept; nothing is written to it meanwhile.',
    },
    STREAM_END_DOUBTED: {
      title: 'A stream is not the one that was signed',
      detail:
        'Its events are whole, but commits that were signed are gone or are others. Bring it back from a backup, or see what “npx atelier repair” says.',
    },
    HEADS_KEY_MISSING: {
      title: 'The key that signs the ends of the streams is missing',
      detail:
        'Everything can be used, but whether anything was cut off cannot be told. Bring keys/heads.key back from a backup, or see what “npx atelier repair heads.key” says.',
    },
    HEADS_KEY_UNREADABLE: {
      title: 'The key that signs the ends of the streams cannot be read',
      detail:
        'Everything can be used, but whether anything was cut off cannot be told. Make keys/heads.key readable for the user that runs Atelier, or bring it back from a backup.',
    },
    HEADS_NOT_SIGNED: {
      title: 'The newest commits could not be signed',
      detail:
        'They are kept, but a cut in them would not be noticed. See that there is room; it is tried again by itself.',
    },
    COMMITS_ONLY_CHAINED: {
      title: 'The newest commits of a stream were never signed',
      detail:
        'They are whole, but the process that made them ended before it could sign them, so a cut in them would not be noticed. The next change to the stream signs them.',
    },
    DATA_FOLDER_OPEN_TO_OTHERS: {
      title: 'Other people on this computer can read the data folder',
      detail: 'Take their rights away:',
    },
    DISK_NEARLY_FULL: {
      title: 'The disk is nearly full',
      detail: 'Free some space. On a full disk nothing more can be recorded; what was recorded before is safe.',
    },
    WEB_APP_NOT_BUILT: { title: 'The web app is not built', detail: 'Start Atelier with npm start, which builds it.' },
    NODE_NOT_PINNED: {
      title: 'Atelier runs on another Node than it was tested with',
      detail: 'Start it with npm start, which brings the right one.',
    },
    QUOTA_NEARLY_REACHED: {
      title: 'The quota is nearly reached',
      detail:
        'What does not fit any more is refused before it begins. Raise the quota, or let go of what is not needed.',
    },
    NOTHING_COLLECTED: {
      title: 'Nothing can be collected',
      detail:
        'Something that may need old content cannot be read. Nothing is deleted; “npx atelier verify” says what it is.',
    },
    CONTENT_DAMAGED: {
      title: 'Stored content is damaged',
      detail:
        'A pack of stored content cannot be read as it was written. Run “npx atelier verify” in Atelier’s folder: it names what is damaged. Then bring the pack back from a backup, or store the same files again.',
    },
    KEY_UNUSABLE: {
      title: 'A key cannot be used',
      detail:
        'Agents or browsers are let in by it. Bring it back from a backup. If there is none, move it away and start Atelier again: a new one is made, and whoever was let in by the old one has to connect or sign in again.',
    },
    SURFACE_UNAVAILABLE: {
      title: 'A part of Atelier couldn’t start',
      detail:
        'The other parts work. Start Atelier again. If it stays, the server’s own log in the data folder says why.',
    },
    EVENTS_UNREADABLE: {
      title: 'Some recorded events can’t be read',
      detail: 'They are left out, and nothing is deleted. If a newer version of Atelier wrote them, use that version.',
    },
    SERVER_LOG_INCOMPLETE: {
      title: 'The server’s own log is not whole',
      detail:
        'Some lines the server writes about itself could not be kept. Your data is not concerned; make room on the disk.',
    },
    LOG_IN_MEMORY_ONLY: { title: 'Nothing is kept on disk', detail: 'Everything is gone when this process ends.' },
  },
  about: {
    title: 'About',
    detail: 'Atelier is a local-first workbench for work done by AI.',
    promiseTitle: 'What it promises',
    local: 'It runs on this computer and listens to this computer only.',
    log: 'Every fact is an event in an append-only log; nothing is overwritten.',
    people: 'Nothing an agent makes is true until a person says so.',
    licence: 'Licence',
    fonts: 'Typefaces',
  },
  commands: {
    group: 'Appearance and language',
    light: 'Use the light theme',
    dark: 'Use the dark theme',
    auto: 'Let the theme follow this computer',
    themeWords: 'color colour mode night day',
    english: 'Switch to English',
    hebrew: 'Switch to Hebrew',
    englishWords: 'language english אנגלית',
    hebrewWords: 'language hebrew עברית',
    check: 'Check the store',
    checkWords: 'verify health integrity',
    dataGroup: 'Data',
    dataWords: 'settings quota storage disk space doctor health streams preferences options',
  },
};
