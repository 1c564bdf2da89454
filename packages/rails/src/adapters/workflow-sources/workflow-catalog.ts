import { access } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { err, type Json, ok, type Sha256 } from '@atelier/kernel/core';
import { builtinsHelp, exampleHelp, schemaHelp } from '../../core/authoring/help.ts';
import {
  type Candidate,
  type Settled,
  type SettledWorkflow,
  settleSources,
} from '../../core/authoring/settle-sources.ts';
import { WorkflowSource } from '../../core/authoring/workflow-source.ts';
import { type Builtins, builtins as shippedBuiltins, withRoutines } from '../../core/builtins/builtins.ts';
import { type BundledFile, bundledAliases, bundledFiles } from '../../core/builtins/bundled.ts';
import { canonical } from '../../core/canonical.ts';
import { compileWorkflow } from '../../core/compiler/compile.ts';
import { nearest } from '../../core/compiler/nearest.ts';
import type { Bindings } from '../../core/compiler/passes/bindings.ts';
import type { CompileError } from '../../core/compiler/problem.ts';
import { isRoutine, normalise } from '../../core/dialect/normalise.ts';
import type { FoundWorkflow, WorkflowCatalog } from '../../ports/workflow-catalog.ts';
import { createBindingsReader } from './bindings-reader.ts';
import { createFolderReader, type ReadFile } from './folder-reader.ts';
import { foldersFor, type SourceFolder, type SourceSettings } from './source-folders.ts';

export type CatalogOptions = SourceSettings & {
  readonly sha256: Sha256;
  readonly builtins?: Builtins;
  readonly bundled?: readonly BundledFile[];
};

// Far more than anybody has; an editor that saves all day must not fill the memory.
const MAX_REMEMBERED = 2000;

/** Every file of every source as it stands, for saving and for the Console's source panel. */
export type WorkflowSources = WorkflowCatalog & {
  readonly candidates: (workspacePath: string | null) => Promise<readonly Candidate[]>;
  readonly bindings: (workspacePath: string | null) => Promise<Bindings>;
};

export const createWorkflowCatalog = (options: CatalogOptions): WorkflowSources => {
  const { sha256, builtins = shippedBuiltins, bundled = bundledFiles } = options;
  const readFolder = createFolderReader(sha256);
  const readBindings = createBindingsReader();
  const compiledByKey = new Map<string, Candidate>();

  const compile = (json: Json, bindings: Bindings, isBundled: boolean, known = builtins): Candidate['result'] =>
    compileWorkflow(json, { builtins: known, bindings, sha256, bundled: isBundled });

  const bundledCandidates = (bindings: Bindings, bindingsKey: string): readonly Candidate[] =>
    bundled.map(({ file, source }) =>
      remember(`bundled ${file} ${bindingsKey}`, () => ({
        sourceKind: 'bundled',
        sourceLabel: 'bundled',
        file,
        digest: `sha256:${sha256(canonical(source))}`,
        ...declaredId(source),
        result: compile(source, bindings, true),
      })),
    );

  const remember = (key: string, make: () => Candidate): Candidate => {
    const known = compiledByKey.get(key);
    if (known) return known;
    const made = make();
    if (compiledByKey.size >= MAX_REMEMBERED) compiledByKey.clear();
    compiledByKey.set(key, made);
    return made;
  };

  const fileCandidate = (
    folder: SourceFolder,
    read: ReadFile,
    bindings: Bindings,
    bindingsKey: string,
    known: Builtins,
  ): Candidate => {
    const { file, content } = read;
    const make = (): Candidate => ({
      sourceKind: folder.kind,
      sourceLabel: folder.label,
      ...(folder.namespace === undefined ? {} : { namespace: folder.namespace }),
      file,
      digest: content.digest,
      ...(content.ok ? declaredId(content.json) : {}),
      result: content.ok ? compile(content.json, bindings, false, known) : err([unreadable(content.reason)]),
    });
    // Known by its content, so that a file saved a moment ago is compiled once, too.
    return content.digest === '' ? make() : remember(`${folder.path}/${file} ${content.digest} ${bindingsKey}`, make);
  };

  const candidates = (workspacePath: string | null): readonly Candidate[] => {
    const bindings = readBindings(workspacePath);
    const bindingsKey = canonical(bindings.values);
    const read = foldersFor(options, workspacePath).map((folder) => ({ folder, files: readFolder(folder.path) }));
    const { known, routinesKey } = knownWith(read.flatMap(({ files }) => (files.ok ? files.files : [])));
    return [
      ...bundledCandidates(bindings.values, bindingsKey),
      ...(bindings.problem === undefined
        ? []
        : [brokenFile('project', 'project (.atelier)', 'bindings.json', bindings.problem)]),
      ...read.flatMap(({ folder, files }) =>
        files.ok
          ? files.files.map((file) => fileCandidate(folder, file, bindings.values, bindingsKey + routinesKey, known))
          : [brokenFile(folder.kind, folder.label, '.', `the folder cannot be read: ${files.reason}`)],
      ),
    ];
  };

  let lastKnown: { readonly routinesKey: string; readonly known: Builtins } = { routinesKey: '', known: builtins };

  /** The built-ins and the routines that stand beside the workflows. */
  const knownWith = (files: readonly ReadFile[]): typeof lastKnown => {
    const own = files.filter(({ content }) => content.ok && isRoutine(content.json));
    const routinesKey = own.map(({ content }) => content.digest).join();
    if (routinesKey !== lastKnown.routinesKey) {
      const routines = own.flatMap(({ content }) => {
        const parsed = WorkflowSource.safeParse(content.ok && normalise(content.json).source);
        return parsed.success ? [parsed.data] : [];
      });
      lastKnown = { routinesKey, known: withRoutines(builtins, routines) };
    }
    return lastKnown;
  };

  let last: { readonly found: readonly Candidate[]; readonly settled: Settled } | undefined;

  /** What compiled to the same settles to the same. */
  const settled = (workspacePath: string | null): Settled => {
    const found = candidates(workspacePath);
    if (last?.found.length === found.length && found.every((candidate, at) => candidate === last?.found[at]))
      return last.settled;
    last = { found, settled: settleSources(found) };
    return last.settled;
  };

  return {
    candidates: async (workspacePath) => candidates(workspacePath),
    bindings: async (workspacePath) => readBindings(workspacePath).values,
    help: async (about) =>
      about === 'schema' ? schemaHelp() : about === 'example' ? exampleHelp() : builtinsHelp(builtins),
    check: async (source, { workspacePath }) => {
      candidates(workspacePath);
      const compiled = compile(source, readBindings(workspacePath).values, false, lastKnown.known);
      return compiled.ok
        ? ok({ compiled: compiled.value.snapshot, workflowHash: compiled.value.workflowHash })
        : err(compiled.error);
    },
    list: async ({ workspacePath }) => {
      const { workflows, problems } = settled(workspacePath);
      return {
        workflows: workflows.map(({ listed }) => listed),
        problems: problems.map(({ sourceLabel, file, errors }) => ({ sourceLabel, file, errors })),
      };
    },
    find: async (asked, { workspacePath }) => {
      const { workflows, problems } = settled(workspacePath);
      const workflowId = (Object.hasOwn(bundledAliases, asked) ? bundledAliases[asked] : undefined) ?? asked;
      const found = workflows.find(({ listed }) => listed.workflowId === workflowId);
      if (found) return ok(await foundWorkflow(found, asked, workspacePath, options));
      const broken = problems.find((problem) => problem.workflowId === workflowId);
      if (broken) return err({ code: 'WORKFLOW_INVALID', workflowId, errors: broken.errors });
      const ids = workflows.map(({ listed }) => listed.workflowId);
      const close = nearest(workflowId, ids);
      const unreadable = problems.filter((problem) => problem.workflowId === undefined).map(({ file }) => file);
      return err({
        code: 'WORKFLOW_NOT_FOUND',
        workflowId,
        nearest: close === undefined ? [] : [close],
        ...(unreadable.length > 0 ? { unreadable } : {}),
      });
    },
  };
};

const foundWorkflow = async (
  { compiled, listed, candidate }: SettledWorkflow,
  asked: string,
  workspacePath: string | null,
  settings: SourceSettings,
): Promise<FoundWorkflow> => {
  const folder = foldersFor(settings, workspacePath).find(({ label }) => label === candidate.sourceLabel);
  const references = await Promise.all(
    compiled.snapshot.references.map(async ({ id, title, source, resolveFrom }) => ({
      id,
      title,
      path: await placeOf(source, resolveFrom === 'workspace' ? workspacePath : (folder?.path ?? null)),
    })),
  );
  return {
    compiled: compiled.snapshot,
    workflowHash: compiled.workflowHash,
    listed: asked === listed.workflowId ? listed : { ...listed, canonicalId: listed.workflowId },
    sourceRef: `${candidate.sourceKind}/${candidate.file}`,
    references,
  };
};

/** Where a reference points, if something is there; never outside its root. */
const placeOf = async (source: string, root: string | null): Promise<string | null> => {
  if (root === null) return null;
  const path = resolve(root, source);
  const inside = relative(root, path);
  if (inside.startsWith('..') || isAbsolute(inside)) return null;
  return access(join(root, inside)).then(
    () => path,
    () => null,
  );
};

const declaredId = (json: Json): { declaredId?: string } =>
  typeof json === 'object' && json !== null && 'id' in json && typeof json.id === 'string'
    ? { declaredId: json.id }
    : {};

const unreadable = (reason: string): CompileError => ({
  code: 'SCHEMA_INVALID',
  pointer: '',
  message: `The file cannot be used: ${reason}.`,
  fix: 'Correct or remove the file.',
});

const brokenFile = (
  sourceKind: SourceFolder['kind'],
  sourceLabel: string,
  file: string,
  reason: string,
): Candidate => ({
  sourceKind,
  sourceLabel,
  file,
  digest: '',
  result: err([unreadable(reason)]),
});
