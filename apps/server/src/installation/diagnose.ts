import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostics, Finding, StreamFacts } from '@atelier/contracts';
import type { EventLog } from '@atelier/kernel';

export type Surroundings = {
  readonly log: EventLog;
  readonly logKind: Diagnostics['data']['log'];
  readonly dataFolder: string;
  readonly streamKinds: readonly string[];
  readonly webBuilt: boolean;
  readonly connections: number;
  readonly startedAt: string;
  readonly version: string;
};

/** What is where, how big, how healthy, and what to do about it. Reads only; takes no lock. */
export const diagnose = async (around: Surroundings): Promise<Diagnostics> => {
  const { log, dataFolder } = around;
  const names = (await Promise.all(around.streamKinds.map((kind) => log.list(kind)))).flat();
  const streams = await Promise.all(names.slice(0, mostStreams).map((stream) => streamFacts(log, stream)));
  const [bytes, freeBytes, mode] = await Promise.all([
    folderBytes(dataFolder),
    statfs(dataFolder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null,
    ),
    stat(dataFolder).then(({ mode }) => mode & 0o777),
  ]);
  const facts = { ...around, streams, freeBytes, mode, platform: process.platform, node: process.versions.node };
  return {
    version: around.version,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    pid: process.pid,
    startedAt: around.startedAt,
    data: { folder: dataFolder, bytes, freeBytes, log: around.logKind },
    connections: around.connections,
    streams,
    streamCount: names.length,
    findings: findingsOf(facts),
  };
};

const mostStreams = 200;
const pinnedMajor = 24;
const littleSpace = 512 * 1024 * 1024;

type Facts = Pick<Surroundings, 'logKind' | 'dataFolder' | 'webBuilt'> & {
  readonly streams: readonly StreamFacts[];
  readonly freeBytes: number | null;
  readonly mode: number;
  readonly platform: string;
  readonly node: string;
};

/** Pure: facts in, what a person should know out. */
export const findingsOf = (facts: Facts): Finding[] => {
  const findings: Finding[] = facts.streams
    .filter(({ health }) => health !== 'healthy')
    .map(({ stream, reason }) => ({
      level: 'problem',
      code: 'STREAM_UNHEALTHY',
      message: `The record ${stream} is damaged (${reason ?? 'unknown'}). What is whole of it can still be read.`,
      suggestion: 'Make a copy of the data folder before anything else. Nothing is written to this record meanwhile.',
      fact: stream,
    }));
  if (facts.platform !== 'win32' && (facts.mode & 0o077) !== 0)
    findings.push({
      level: 'warning',
      code: 'DATA_FOLDER_OPEN_TO_OTHERS',
      message: 'Other users of this machine can look into the data folder.',
      suggestion: `Run: chmod 700 '${facts.dataFolder}'`,
      fact: facts.mode.toString(8),
    });
  if (facts.freeBytes !== null && facts.freeBytes < littleSpace)
    findings.push({
      level: 'warning',
      code: 'DISK_NEARLY_FULL',
      message: 'There is little space left on the disk that holds the data folder.',
      suggestion: 'Make room: when the disk is full, nothing more can be recorded.',
      fact: String(facts.freeBytes),
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
  if (facts.logKind === 'memory')
    findings.push({
      level: 'warning',
      code: 'LOG_IN_MEMORY_ONLY',
      message: 'Nothing is kept: this server was started without a disk log.',
      suggestion: 'Start it with `atelier start`.',
    });
  return findings;
};

const streamFacts = async (log: EventLog, stream: string): Promise<StreamFacts> => {
  const health = await log.health(stream);
  return health.kind === 'healthy'
    ? { stream, health: 'healthy', events: health.next }
    : { stream, health: health.kind, reason: health.reason, events: health.validNext };
};

/** Files may come and go while we count. */
const folderBytes = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return folderBytes(path);
      return stat(path).then(
        ({ size }) => size,
        () => 0,
      );
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};
