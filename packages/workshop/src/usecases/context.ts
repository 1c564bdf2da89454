import { emptyTree, err, ok, type Tree } from '@atelier/kernel/core';
import { editsIn } from '../core/bench.ts';
import type { Actor } from '../core/codec.ts';
import { type GateRefused, gate } from '../core/gating.ts';
import type { ContentId, WorkbenchId } from '../core/ids.ts';
import type { WorkshopPorts } from '../ports/index.ts';
import { type RecordDeps, recordOn } from './record.ts';
import { readTree } from './trees.ts';

export type ContextFile = { readonly path: string; readonly text: string };
export type ContextInvalid = { readonly code: 'CONTEXT_INVALID'; readonly reason: string };

type Deps = Pick<WorkshopPorts, 'content'> & RecordDeps;

/** One item to a category, a folder in the context tree. Another one takes its place whole. */
export const saveContext =
  ({ content, ...deps }: Deps) =>
  (
    workbenchId: WorkbenchId,
    facts: {
      readonly category: string;
      readonly files: readonly ContextFile[];
      readonly how: 'edited' | 'processed';
      /** What it was made from: kept as long as it is, and never sent. */
      readonly source?: ContentId;
    },
    actor: Actor,
  ) =>
    recordOn(deps)<GateRefused | ContextInvalid>(workbenchId, actor, async (bench) => {
      const gated = gate(bench, 'change_context');
      if (!gated.ok) return gated;
      const { category, files, how, source } = facts;
      const fault = contextFault(category, files);
      if (fault) return err({ code: 'CONTEXT_INVALID', reason: fault });
      const entries: Record<string, Tree['entries'][string]> = {
        ...others(await readTree(content, bench.context), category),
      };
      for (const { path, text } of files) {
        const bytes = new TextEncoder().encode(text);
        entries[`${category}/${path}`] = { blob: await content.blobs.put(bytes), size: bytes.length, kind: 'file' };
      }
      const tree = await content.trees.put({ v: 1, entries });
      if (!tree.ok) return err({ code: 'CONTEXT_INVALID', reason: 'bad_path' });
      if (tree.value === bench.context) return ok([]);
      const holds = source ? [tree.value, source] : [tree.value];
      return ok([{ kind: `context.${how}`, category, tree: tree.value, holds }]);
    });

export const deleteContext =
  ({ content, ...deps }: Deps) =>
  (workbenchId: WorkbenchId, category: string, actor: Actor) =>
    recordOn(deps)<GateRefused | { readonly code: 'CONTEXT_NOT_FOUND' }>(workbenchId, actor, async (bench) => {
      const gated = gate(bench, 'change_context');
      if (!gated.ok) return gated;
      const before = await readTree(content, bench.context);
      const entries = others(before, category);
      if (Object.keys(entries).length === Object.keys(before.entries).length) return err({ code: 'CONTEXT_NOT_FOUND' });
      if (Object.keys(entries).length === 0) return ok([{ kind: 'context.deleted', category, tree: null }]);
      const tree = await content.trees.put({ ...emptyTree, entries });
      if (!tree.ok) throw new Error('a part of a tree is a tree');
      return ok([{ kind: 'context.deleted', category, tree: tree.value, holds: [tree.value] }]);
    });

/** A deleted item comes back as it was, whether a person had changed it by hand included. */
export const undoDeleteContext =
  ({ content, ...deps }: Deps) =>
  (workbenchId: WorkbenchId, category: string, actor: Actor) =>
    recordOn(deps)<GateRefused | { readonly code: 'CONTEXT_NOT_FOUND' }>(workbenchId, actor, async (bench) => {
      const gated = gate(bench, 'change_context');
      if (!gated.ok) return gated;
      const from = bench.deletedContext.get(category);
      const now = (await readTree(content, bench.context)).entries;
      // A restore may have brought the item back by itself.
      if (!from || Object.keys(itemIn(now, category)).length > 0) return err({ code: 'CONTEXT_NOT_FOUND' });
      const entries = { ...now, ...itemIn((await readTree(content, from)).entries, category) };
      const tree = await content.trees.put({ ...emptyTree, entries });
      if (!tree.ok) throw new Error('two parts of trees are a tree');
      const hasDirectEdits = editsIn(bench, from).includes(category);
      return ok([{ kind: 'context.placed', category, tree: tree.value, hasDirectEdits, holds: [tree.value] }]);
    });

const itemIn = (entries: Tree['entries'], category: string): Tree['entries'] =>
  Object.fromEntries(Object.entries(entries).filter(([path]) => path.startsWith(`${category}/`)));

const others = (tree: Tree, category: string): Tree['entries'] =>
  Object.fromEntries(Object.entries(tree.entries).filter(([path]) => !path.startsWith(`${category}/`)));

const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/;
const referenceName = /^references\/[A-Za-z0-9][A-Za-z0-9._-]{0,100}$/;

/** Why files do not make an item of a category; undefined when they do. */
export const contextFault = (category: string, files: readonly ContextFile[]): string | undefined => {
  const names = new Set(files.map(({ path }) => path));
  if (names.size < files.length) return 'name_twice';
  if (category === 'situation') {
    if (names.size !== 1 || !names.has('context.md')) return 'needs_context_md';
    return files[0]?.text.trim() ? undefined : 'empty';
  }
  const skill = files.find(({ path }) => path === 'SKILL.md');
  if (!skill) return 'needs_skill_md';
  if (files.some(({ path }) => path !== 'SKILL.md' && !referenceName.test(path))) return 'bad_path';
  const [, front = '', body = ''] = frontMatter.exec(skill.text) ?? [];
  const name = /^name:\s*(.*?)\s*$/m.exec(front)?.[1] ?? '';
  const description = /^description:\s*(.*?)\s*$/m.exec(front)?.[1] ?? '';
  if (name !== category) return 'name_differs';
  if (description.length < 1 || description.length > 1_024) return 'needs_description';
  if (body.trim() === '') return 'empty';
  const named = body.match(/references\/[\w.-]*\w/g) ?? [];
  return named.some((path) => !names.has(path)) ? 'reference_missing' : undefined;
};
