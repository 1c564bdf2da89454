import { z } from 'zod';
import { StorageFacts } from './storage.ts';

export const StreamFacts = z.object({
  stream: z.string(),
  health: z.enum(['healthy', 'corrupt_tail', 'corrupt_head', 'unknown_version', 'unreadable']),
  reason: z.string().optional(),
  events: z.int().nonnegative(),
});
export type StreamFacts = z.infer<typeof StreamFacts>;

/** Something `doctor` noticed. `code` is closed, so that a screen can translate it; `fact` is what it is about. */
export const Finding = z.object({
  level: z.enum(['note', 'warning', 'problem']),
  code: z.enum([
    'STREAM_UNHEALTHY',
    'STREAM_END_DOUBTED',
    'HEADS_KEY_MISSING',
    'HEADS_KEY_UNREADABLE',
    'HEADS_NOT_SIGNED',
    'COMMITS_ONLY_CHAINED',
    'DATA_FOLDER_OPEN_TO_OTHERS',
    'DISK_NEARLY_FULL',
    'WEB_APP_NOT_BUILT',
    'NODE_NOT_PINNED',
    'LOG_IN_MEMORY_ONLY',
    'QUOTA_NEARLY_REACHED',
    'NOTHING_COLLECTED',
    'SERVER_LOG_INCOMPLETE',
    'CONTENT_DAMAGED',
    'BUCKET_AWAY',
    'BUCKET_CLOCK',
    'KEY_UNUSABLE',
    'FILE_DAMAGED',
    'SURFACE_UNAVAILABLE',
    'EVENTS_UNREADABLE',
  ]),
  message: z.string(),
  suggestion: z.string(),
  fact: z.string().optional(),
});
export type Finding = z.infer<typeof Finding>;

export const Diagnostics = z.object({
  version: z.string(),
  node: z.string(),
  platform: z.string(),
  pid: z.int().nonnegative(),
  startedAt: z.string(),
  data: z.object({
    folder: z.string(),
    bytes: z.number().nonnegative(),
    freeBytes: z.number().nonnegative().nullable(),
    log: z.enum(['disk', 'database', 'memory']),
  }),
  storage: StorageFacts,
  connections: z.int().nonnegative(),
  /** Those that need attention, then the first of the rest; all of them were looked at. */
  streams: z.array(StreamFacts),
  streamCount: z.int().nonnegative(),
  streamsUnhealthy: z.int().nonnegative(),
  findings: z.array(Finding),
});
export type Diagnostics = z.infer<typeof Diagnostics>;
