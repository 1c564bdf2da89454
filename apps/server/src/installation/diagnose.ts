import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostics, Finding, StorageFacts, StreamFacts } from '@atelier/contracts';
import type { EventLog } from '@atelier/kernel';
import type { DamagedPart } from '@atelier/kernel/ports';
import type { Storage } from '@atelier/kernel/storage';
import { checkRailsFiles, type FileTrouble } from '@atelier/rails/adapters';
import { type BucketFacts, bucketFindings, contentFindings, lookAtBucket, lookAtContent } from './diagnose-content.ts';
import { type Ends, type HeadFacts, headFindings, lookAtHeads } from './diagnose-heads.ts';
import { keyFindings, lookAtKeys, type UnusableKey } from './diagnose-keys.ts';
import { type Call, ownCall } from './own-call.ts';
import { serverLogPath } from './server-log.ts';

export type Surroundings = {
  readonly log: EventLog;
  /** To hold the streams against their signed heads. */
  readonly ends: Ends;
  readonly content: Pick<Storage, 'objects' | 'bucket'>;
  readonly storage: StorageFacts;
  readonly dataFolder: string;
  readonly streamKinds: readonly string[];
  readonly webBuilt: boolean;
  readonly connections: number;
  /** Lines of the server's own log that could not be written. */
  readonly linesDropped: number;
  /** Surfaces that could not start. */
  readonly unavailable: readonly string[];
  /** Streams with events that this version cannot read and leaves out. */
  readonly unread: readonly { readonly stream: string; readonly events: number }[];
  readonly startedAt: string;
  readonly version: string;
};

/** What is where, how big, how healthy, and what to do about it. Reads only; takes no lock. */
export const diagnose = async (around: Surroundings): Promise<Diagnostics> => {
  const { log, dataFolder } = around;
  const names = (await Promise.all(around.streamKinds.map((kind) => log.list(kind)))).flat();
  const found = await lookAtAll(log, names);
  const heads = await lookAtHeads({ ...around.ends, log }, found, Date.now());
  const doubted = new Set(heads.doubted.map(({ stream }) => stream));
  // The log lists what a first append left that was cut short, too. One without events that was signed has lost them.
  const looked = found.filter(
    ({ stream, health, events }) => events > 0 || health !== 'healthy' || doubted.has(stream),
  );
  const sick = looked.filter(({ health }) => health !== 'healthy');
  const streams = [...sick, ...looked.filter(({ health }) => health === 'healthy')].slice(0, mostListed);
  const { byKind, freeBytes } = around.storage;
  const mode = (await stat(dataFolder)).mode & 0o777;
  const bytes = byKind.content + byKind.log + byKind.cache + byKind.other;
  const facts = {
    ...around,
    call: ownCall(dataFolder),
    streams,
    heads,
    damaged: await lookAtContent(around.content),
    bucket: await lookAtBucket(around.content),
    keys: around.storage.place === 'disk' ? await lookAtKeys(dataFolder) : [],
    files: await checkRailsFiles(dataFolder),
    mode,
    platform: process.platform,
    node: process.versions.node,
  };
  return {
    version: around.version,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    pid: process.pid,
    startedAt: around.startedAt,
    data: { folder: dataFolder, bytes, freeBytes, log: around.storage.place },
    storage: around.storage,
    connections: around.connections,
    streams,
    streamCount: looked.length,
    streamsUnhealthy: sick.length,
    findings: findingsOf(facts),
  };
};

const mostListed = 200;
const atOnce = 16;
const pinnedMajor = 24;
const littleSpace = 512 * 1024 * 1024;
const nearly = 0.95;

type Facts = Pick<Surroundings, 'storage' | 'dataFolder' | 'webBuilt' | 'linesDropped' | 'unavailable' | 'unread'> & {
  readonly call: Call;
  readonly streams: readonly StreamFacts[];
  readonly heads: HeadFacts;
  readonly damaged: readonly DamagedPart[];
  readonly keys: readonly UnusableKey[];
  readonly bucket?: BucketFacts;
  readonly files: readonly FileTrouble[];
  readonly mode: number;
  readonly platform: string;
  readonly node: string;
};

/** Pure: facts in, what a person should know out. */
export const findingsOf = (facts: Facts): Finding[] => {
  const { call } = facts;
  const findings: Finding[] = facts.streams
    .filter(({ health }) => health !== 'healthy')
    .map((found) => unhealthyFinding(found, facts.storage.place, call));
  findings.push(...headFindings(facts.heads, facts.storage.place, call), ...contentFindings(facts.damaged, call));
  findings.push(...bucketFindings(facts.bucket), ...keyFindings(facts.keys));
  for (const { file, problem, fix } of facts.files)
    findings.push({ level: 'problem', code: 'FILE_DAMAGED', message: problem, suggestion: fix, fact: file });
  for (const name of facts.unavailable)
    findings.push({
      level: 'problem',
      code: 'SURFACE_UNAVAILABLE',
      message: `The part "${name}" could not start and answers nothing. The other parts work.`,
      suggestion: `Start Atelier again. If it stays, the newest lines of ${serverLogPath(facts.dataFolder)} say why.`,
      fact: name,
    });
  for (const { stream, events } of facts.unread)
    findings.push({
      level: 'warning',
      code: 'EVENTS_UNREADABLE',
      message: `${events} events of ${stream} hold something this version cannot read, and are left out. Nothing is deleted.`,
      suggestion: 'Everything else can be used. If another version of Atelier wrote them, run that version.',
      fact: stream,
    });
  if (facts.platform !== 'win32' && (facts.mode & 0o077) !== 0)
    findings.push({
      level: 'warning',
      code: 'DATA_FOLDER_OPEN_TO_OTHERS',
      message: 'Other users of this machine can look into the data folder.',
      suggestion: `Run: chmod 700 '${facts.dataFolder}'`,
      fact: facts.mode.toString(8),
    });
  const { freeBytes, quotaBytes, usedBytes, trouble, place } = facts.storage;
  if (freeBytes !== null && freeBytes < littleSpace)
    findings.push({
      level: 'warning',
      code: 'DISK_NEARLY_FULL',
      message: 'There is little space left on the disk that holds the data folder.',
      suggestion: 'Make room: when the disk is full, nothing more can be recorded.',
      fact: String(freeBytes),
    });
  if (quotaBytes !== null && usedBytes >= quotaBytes * nearly)
    findings.push({
      level: 'warning',
      code: 'QUOTA_NEARLY_REACHED',
      message: 'Content takes nearly all that the quota allows; what no longer fits is refused before it starts.',
      suggestion:
        'Raise the quota in Settings, or delete what you do not need. Deleted content is removed within two hours.',
      fact: String(usedBytes),
    });
  if (trouble !== null)
    findings.push({
      level: 'problem',
      code: 'NOTHING_COLLECTED',
      message:
        trouble === 'LIVE_CONTENT_UNREADABLE'
          ? 'Content that is still needed is missing or cannot be read, so nothing is collected.'
          : 'Unused content cannot be deleted, because something that may use it cannot be read.',
      suggestion: `Run this, which names it: \`${call('verify')}\`. Nothing is deleted meanwhile.`,
      fact: trouble,
    });
  if (facts.linesDropped > 0)
    findings.push({
      level: 'warning',
      code: 'SERVER_LOG_INCOMPLETE',
      message: `${facts.linesDropped === 1 ? 'One line' : `${facts.linesDropped} lines`} of the server's own log could not be written since it started. Your data is not concerned.`,
      suggestion: `Make room on the disk, and see that '${join(facts.dataFolder, 'logs')}' can be written to.`,
      fact: String(facts.linesDropped),
    });
  if (!facts.webBuilt)
    findings.push({
      level: 'note',
      code: 'WEB_APP_NOT_BUILT',
      message: 'The web app has not been built.',
      suggestion: 'Run `npm start`, which builds it.',
    });
  if (Number(facts.node.split('.')[0]) !== pinnedMajor)
    findings.push({
      level: 'note',
      code: 'NODE_NOT_PINNED',
      message: `Atelier is tested on Node ${pinnedMajor}; this is ${facts.node}.`,
      suggestion: 'Run `npm ci`, which brings the right one.',
      fact: facts.node,
    });
  if (place === 'memory')
    findings.push({
      level: 'warning',
      code: 'LOG_IN_MEMORY_ONLY',
      message: 'Nothing is saved: this server was started without a disk log.',
      suggestion: `Start it with: ${call('start')}`,
    });
  return findings;
};

const unhealthyFinding = (
  { stream, health, reason, events }: StreamFacts,
  place: StorageFacts['place'],
  call: Call,
): Finding => {
  const finding = { level: 'problem', code: 'STREAM_UNHEALTHY', fact: stream } as const;
  if (health === 'unknown_version')
    return {
      ...finding,
      message: `A newer version of Atelier wrote the stream ${stream}.`,
      suggestion: 'Run that newer version. Until then this version writes nothing to the stream.',
    };
  if (health === 'unreadable')
    return {
      ...finding,
      message: `The system won’t let Atelier read the stream ${stream} (${reason ?? 'unknown'}). Everything else works.`,
      suggestion:
        'Check the permissions of that file or folder, and the disk. Atelier reads it again by itself, without a restart.',
    };
  const remedy =
    place === 'database'
      ? 'then restore the database from its own backup'
      : `then \`${call(`repair ${stream}`)}\`, which says what it would keep before it changes anything`;
  return {
    ...finding,
    message: `The stream ${stream} is damaged (${reason ?? 'unknown'}). ${events === 0 ? 'None of it can be read' : 'The intact part can still be read'}, and Atelier writes nothing more to it.`,
    suggestion: `Make a copy of ${place === 'database' ? 'the database' : 'the data folder'} before anything else. Run \`${call('verify')}\` to see all that is wrong, ${remedy}.`,
  };
};

/** A few at a time: thousands of streams are opened one after the other, and a command that comes meanwhile is not kept waiting. */
const lookAtAll = async (log: EventLog, names: readonly string[]): Promise<readonly StreamFacts[]> => {
  const looked: StreamFacts[] = [];
  for (let from = 0; from < names.length; from += atOnce) {
    looked.push(...(await Promise.all(names.slice(from, from + atOnce).map((stream) => streamFacts(log, stream)))));
    await new Promise((resume) => setImmediate(resume));
  }
  return looked;
};

const streamFacts = async (log: EventLog, stream: string): Promise<StreamFacts> => {
  const health = await log.health(stream);
  return health.kind === 'healthy'
    ? { stream, health: 'healthy', events: health.next }
    : {
        stream,
        health: health.kind,
        reason: health.file === undefined ? health.reason : `${health.file}: ${health.system}`,
        events: health.validNext,
      };
};
