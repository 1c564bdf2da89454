import type { Finding } from '@atelier/contracts';

/** What stands under a finding: a name, an amount with its words, a command to run, or nothing that helps. */
export type FindingFact =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'free' | 'used'; readonly bytes: number }
  | { readonly kind: 'lines'; readonly count: number }
  | { readonly kind: 'command'; readonly command: string };

type Kind = FindingFact['kind'] | 'nothing';

const kindByCode: Record<Finding['code'], Kind> = {
  STREAM_UNHEALTHY: 'name',
  STREAM_END_DOUBTED: 'name',
  HEADS_KEY_MISSING: 'name',
  HEADS_KEY_UNREADABLE: 'name',
  HEADS_NOT_SIGNED: 'name',
  COMMITS_ONLY_CHAINED: 'name',
  CONTENT_DAMAGED: 'name',
  BUCKET_AWAY: 'nothing',
  BUCKET_CLOCK: 'nothing',
  KEY_UNUSABLE: 'name',
  FILE_DAMAGED: 'name',
  SURFACE_UNAVAILABLE: 'name',
  EVENTS_UNREADABLE: 'name',
  NODE_NOT_PINNED: 'name',
  LOG_IN_MEMORY_ONLY: 'name',
  WEB_APP_NOT_BUILT: 'name',
  DATA_FOLDER_OPEN_TO_OTHERS: 'command',
  DISK_NEARLY_FULL: 'free',
  QUOTA_NEARLY_REACHED: 'used',
  SERVER_LOG_INCOMPLETE: 'lines',
  // A code, which the words of the finding say already.
  NOTHING_COLLECTED: 'nothing',
};

export const factOf = ({ code, fact }: Finding, dataFolder: string): FindingFact | undefined => {
  const kind = kindByCode[code];
  if (kind === 'command') return { kind, command: `chmod 700 ${quoted(dataFolder)}` };
  if (fact === undefined || kind === 'nothing') return undefined;
  if (kind === 'name') return { kind, name: fact };
  return kind === 'lines' ? { kind, count: Number(fact) } : { kind, bytes: Number(fact) };
};

/** As one word of a shell. */
const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}'`;
