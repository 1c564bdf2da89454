import type { Call, diagnoseAtRest, Reached } from '@atelier/server/installation';

type Diagnostics = Extract<Awaited<ReturnType<typeof diagnoseAtRest>>, { ok: true }>['value'];

const mostListed = 12;

/** The doctor's words. */
export const diagnosticsToLines = (
  diagnostics: Diagnostics,
  running: Reached['running'] | undefined,
  call: Call,
  isAnswering = true,
): string[] => {
  const { data, streams, streamCount, streamsUnhealthy, findings } = diagnostics;
  const listed = streams.slice(0, mostListed);
  const doubted = new Set(findings.filter(({ code }) => code === 'STREAM_END_DOUBTED').map(({ fact }) => fact));
  const free = data.freeBytes === null ? '' : `, ${readableBytes(data.freeBytes)} free on its disk`;
  return [
    `Atelier ${diagnostics.version} on Node ${diagnostics.node} (${diagnostics.platform})`,
    running
      ? `Server: running as process ${running.pid} on http://127.0.0.1:${running.port}, ${isAnswering ? tabs(diagnostics.connections) : 'but it doesn’t answer'}`
      : `Server: not running. Start it with: ${call('start')}`,
    `Data:   ${data.folder}, ${readableBytes(data.bytes)}${free}`,
    ...storageLines(diagnostics.storage),
    `Log:    ${streamCount} ${streamCount === 1 ? 'stream' : 'streams'}, ${attention(streamsUnhealthy + doubted.size)}`,
    ...listed.map(({ stream, health, events }) => {
      const count = events === 1 ? '1 event' : `${events} events`;
      return `        ${stream}: ${count}, ${doubted.has(stream) ? 'intact, but not what was signed' : healthWords[health]}`;
    }),
    ...(streamCount > listed.length ? [`        and ${streamCount - listed.length} more`] : []),
    '',
    ...(findings.length === 0
      ? ['Nothing to do.']
      : findings.map(({ level, message, suggestion }) => `${level}: ${message} ${suggestion}`)),
  ];
};

const storageLines = ({ place, byKind, objects, quotaBytes, lastCollection, lookedAt }: Diagnostics['storage']) => {
  const kept = { disk: 'in that folder', database: 'in the PostgreSQL database', memory: 'in memory only' }[place];
  const quota = quotaBytes === null ? 'no quota' : `of ${readableBytes(quotaBytes)} allowed`;
  const freed = lastCollection
    ? `last deleted ${lastCollection.objects} unused pieces (${readableBytes(lastCollection.bytes)}) on ${lastCollection.at}`
    : 'nothing deleted yet';
  return [
    `Stored: ${kept}; the log takes ${readableBytes(byKind.log)}, caches ${readableBytes(byKind.cache)}`,
    `Content: ${objects} ${objects === 1 ? 'piece' : 'pieces'}, ${readableBytes(byKind.content)}, ${quota}; ${freed}${lookedAt === null ? '' : `, looked for dead content on ${lookedAt}`}`,
  ];
};

const healthWords = {
  healthy: 'healthy',
  corrupt_tail: 'damaged after these',
  corrupt_head: 'damaged at its start',
  unknown_version: 'written by a newer version',
  unreadable: 'can’t be read',
} as const;

/** No more than was looked at: how each stream ends. */
const attention = (count: number): string =>
  count === 0
    ? 'no damage in the newest part of any ("verify" reads everything)'
    : `${count} ${count === 1 ? 'needs' : 'need'} attention`;

const tabs = (count: number) => (count === 1 ? '1 tab open' : `${count} tabs open`);

export const readableBytes = (bytes: number): string => {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** power;
  return `${power > 0 && amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${units[power]}`;
};
