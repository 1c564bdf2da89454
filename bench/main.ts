// npm run bench -- <area> [--json] [--only id,id] [--save] [--compare]
// Runs the jobs of one area and prints each figure against its yardstick of the same run.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readBars } from './bars.ts';
import type { Bench, Row } from './bench.ts';
import { judge, regressions, shortOf, uncompared } from './judge.ts';

const areas = ['kernel', 'files', 'rails', 'models', 'workshop', 'studio', 'scale'] as const;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    save: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
  },
});
const area = areas.find((each) => each === positionals[0]);
if (!area) {
  console.error(
    `Say which area to measure: npm run bench -- ${areas.join('|')} [--json] [--only id,id] [--save|--compare]`,
  );
  process.exit(2);
}

const say = (line: string) => console.error(line);
const only = values.only?.split(',');
const { benches } = (await import(`./${area}/index.ts`)) as { benches: readonly Bench[] };
const wanted = benches.filter(({ ids }) => !only || ids.some((id) => only.includes(id)));
const known = new Set(benches.flatMap(({ ids }) => ids));
const unknown = only?.filter((id) => !known.has(id)) ?? [];
if (unknown.length > 0) {
  console.error(`No such row in ${area}: ${unknown.join(', ')}. There are: ${[...known].join(', ')}`);
  process.exit(2);
}

const rows: Row[] = [];
const failed: string[] = [];
for (const bench of wanted) {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'));
  try {
    say(`${bench.ids.join(', ')} …`);
    rows.push(...(await bench.run({ folder, say })));
  } catch (fault) {
    // One job that breaks must not take the figures of the others with it.
    say(`FAILED ${bench.ids.join(', ')}: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`);
    failed.push(...bench.ids);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const baselineFile = join(import.meta.dirname, 'baseline.json');
const baseline = JSON.parse(readFileSync(baselineFile, 'utf8')) as Record<string, readonly Row[]>;
const bars = readBars(area);
const machine = { cores: availableParallelism(), memoryMb: Math.round(totalmem() / 2 ** 20), node: process.version };
const worse = values.compare ? regressions(rows, baseline[area] ?? [], bars) : [];
const short = values.compare ? shortOf(rows, bars) : [];
const unknownBefore = values.compare ? uncompared(rows, baseline[area] ?? []) : [];

if (values.json) console.log(JSON.stringify({ area, machine, rows }));
else for (const line of table()) console.log(line);
for (const line of worse) say(`REGRESSION ${line}`);
for (const line of short) say(`FALLS SHORT ${line}`);
if (unknownBefore.length > 0) say(`Not compared, because nothing was committed before: ${unknownBefore.join(', ')}`);
if (values.save) {
  const kept = (baseline[area] ?? []).filter(({ id }) => !rows.some((row) => row.id === id));
  const saved = { ...baseline, [area]: [...kept, ...rows].toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
  writeFileSync(baselineFile, `${JSON.stringify(saved, null, 2)}\n`);
}
process.exit(worse.length + short.length + unknownBefore.length + failed.length > 0 ? 1 : 0);

function table(): string[] {
  const missing = bars.filter(({ id }) => !only && !rows.some((row) => row.id === id)).map(({ id }) => id);
  const lines = rows.map((row) => {
    const { figure, holds, bar } = judge(row, bars);
    const against = row.yardstick === undefined ? '' : ` vs ${round(row.yardstick)}`;
    const verdict = holds === undefined ? 'no bar' : holds ? 'holds' : 'FALLS SHORT';
    return `${row.id.padEnd(24)} ${`${round(row.value)} ${row.unit}${against}`.padEnd(34)} ${round(figure).padStart(9)}  ${bar.padEnd(10)} ${verdict}`;
  });
  return missing.length > 0 ? [...lines, `not measured: ${missing.join(', ')}`] : lines;
}

function round(value: number): string {
  return String(Number(value.toPrecision(4)));
}
