import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Bench } from '../bench.ts';

const dist = join(import.meta.dirname, '../../apps/web/dist');

/** The chunks a chunk names: those it cannot run without, and those it may ask for later. */
const namedIn = (chunk: string): { readonly now: readonly string[]; readonly later: readonly string[] } => {
  const text = readFileSync(join(dist, 'assets', chunk), 'utf8');
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => basename(match[1] ?? ''));
  return {
    now: all(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g),
    later: all(/import\(\s*["'`]\.\/([^"'`]+\.js)["'`]/g),
  };
};

const reachable = (from: readonly string[], withLater: boolean, without: ReadonlySet<string>): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (chunk: string): void => {
    if (found.has(chunk) || without.has(chunk)) return;
    found.add(chunk);
    const { now, later } = namedIn(chunk);
    for (const next of withLater ? [...now, ...later] : now) visit(next);
  };
  for (const chunk of from) visit(chunk);
  return found;
};

/** All code of the page that the app has not loaded before it, what it asks for later included. */
export const routeCode: Bench = {
  ids: ['route-gzip'],
  run: async ({ say }) => {
    const html = readFileSync(join(dist, 'index.html'), 'utf8');
    const first = [...html.matchAll(/assets\/([\w.-]+\.js)/g)].map((match) => match[1] ?? '');
    const app = reachable(first, false, new Set());
    const everything = [...reachable(first, true, new Set())];
    const page = everything.filter((name) => /^studio-tab-page-/.test(name));
    if (page.length !== 1) throw new Error(`the page is in ${page.length} chunks`);
    const kilobytes = (chunks: ReadonlySet<string>) =>
      [...chunks].reduce((sum, chunk) => sum + gzipSync(readFileSync(join(dist, 'assets', chunk))).length, 0) / 1_000;
    say(`${kilobytes(reachable(page, false, app)).toFixed(0)} KB before it is drawn`);
    return [{ id: 'route-gzip', value: kilobytes(reachable(page, true, app)), unit: 'KB' }];
  },
};
