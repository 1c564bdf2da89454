import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { budgets } from '../../core/budgets.ts';
import type { Sha256 } from '../../core/crypto.ts';
import type { Observation } from '../../core/events/bodies.ts';
import { digestOf } from '../../core/ids.ts';
import type { GitFacts } from '../../ports/git-facts.ts';

const SHA = /^[0-9a-f]{40}$/;
const MAX_HOPS = 5;
const PLACE_MS = 2_000;
const PLACES = 64;

/**
 * Reads HEAD, refs, packed-refs and worktree links as files. No git is started: a call must not wait for a process.
 * Synchronous, because a handful of tiny reads costs less than one trip through the thread pool.
 */
export const createGitFacts = (sha256: Sha256, now: () => number = Date.now): GitFacts => {
  const placeByPath = new Map<string, Place & { readonly at: number }>();

  /** A repository rarely moves; what it points at is read anew each time. */
  const placeOf = (workspacePath: string): Place => {
    const known = placeByPath.get(workspacePath);
    if (known && now() - known.at < PLACE_MS) return known;
    const root = findRoot(workspacePath);
    const facts = pathFacts(sha256, root?.folder ?? real(workspacePath));
    const place = { root, facts, at: now() };
    if (placeByPath.size >= PLACES) placeByPath.clear();
    placeByPath.set(workspacePath, place);
    return place;
  };

  return {
    observe: async (workspacePath) => {
      const { root, facts } = placeOf(workspacePath);
      return root ? [...facts, ...headFacts(root)] : facts;
    },
  };
};

const headFacts = (root: Root): readonly Observation[] => {
  const facts: Observation[] = [];
  const head = text(join(root.git, 'HEAD'))?.trim() ?? '';
  const ref = head.startsWith('ref: ') ? head.slice('ref: '.length) : undefined;
  const sha = ref ? resolveRef(root, ref) : head;
  if (ref?.startsWith('refs/heads/')) facts.push(branchFact(ref.slice('refs/heads/'.length)));
  if (sha && SHA.test(sha))
    facts.push({ key: 'git_head_sha', value: { type: 'git_sha1', value: sha }, confidence: 'high' });
  return facts;
};

type Root = { readonly folder: string; readonly git: string; readonly common: string };
type Place = { readonly root: Root | undefined; readonly facts: readonly Observation[] };

const pathFacts = (sha256: Sha256, folder: string): readonly Observation[] => [
  { key: 'repo_root_hash', value: { type: 'sha256', value: digestOf(sha256, folder) }, confidence: 'high' },
  ...(folder.length <= budgets.pathChars
    ? [{ key: 'repo_root' as const, value: { type: 'path' as const, value: folder }, confidence: 'high' as const }]
    : []),
];

/** A branch longer than fits keeps its beginning, and says that it is less sure. */
const branchFact = (branch: string): Observation => ({
  key: 'git_branch',
  value: { type: 'short_string', value: branch.slice(0, budgets.shortStringChars) },
  confidence: branch.length > budgets.shortStringChars ? 'med' : 'high',
});

const findRoot = (from: string): Root | undefined => {
  for (let folder = real(from); ; folder = dirname(folder)) {
    const git = join(folder, '.git');
    const found = statSync(git, { throwIfNoEntry: false });
    if (found?.isDirectory()) return { folder, git, common: git };
    if (found?.isFile()) return linked(folder, git);
    if (dirname(folder) === folder) return undefined;
  }
};

/** In a worktree or submodule `.git` is a file that names the real folder; shared refs live in `commondir`. */
const linked = (folder: string, file: string): Root | undefined => {
  const line = text(file)?.trim() ?? '';
  if (!line.startsWith('gitdir: ')) return undefined;
  const git = resolve(folder, line.slice('gitdir: '.length));
  const common = text(join(git, 'commondir'))?.trim();
  return { folder, git, common: common ? (isAbsolute(common) ? common : resolve(git, common)) : git };
};

const resolveRef = ({ git, common }: Root, name: string): string | undefined => {
  let ref = name;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    if (!/^refs\/[^\0]+$/.test(ref) || ref.split('/').includes('..')) return undefined;
    const loose = (text(join(git, ref)) ?? text(join(common, ref)))?.trim();
    if (loose === undefined) return packed(common, ref);
    if (!loose.startsWith('ref: ')) return loose;
    ref = loose.slice('ref: '.length);
  }
  return undefined;
};

const packed = (common: string, ref: string): string | undefined => {
  const list = text(join(common, 'packed-refs')) ?? '';
  for (const line of list.split('\n')) if (line.slice(41) === ref) return line.slice(0, 40);
  return undefined;
};

const text = (path: string): string | undefined => attempt(() => readFileSync(path, 'utf8'));
const real = (path: string): string => attempt(() => realpathSync.native(path)) ?? resolve(path);

const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};
