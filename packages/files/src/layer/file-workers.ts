import type { JsonObject } from '@atelier/kernel/core';
import { createRenderer, type Renderer } from '../preview/renderer.ts';
import type { FileResult } from '../tools/errors.ts';
import type { Source } from '../tools/kind-handler.ts';
import type { Done } from '../workers/pool.ts';
import { createWorkers, type Workers, type WorkersOptions } from '../workers/workers.ts';
import { type AnswerCache, createAnswerCache } from './answer-cache.ts';
import { createInputs, type Inputs } from './inputs.ts';

export type FileWorkersOptions = Omit<WorkersOptions, 'folder'> & {
  /** A LibreOffice-compatible command; looked for on PATH when absent. */
  readonly rendererPath?: string;
  /** Told what went wrong inside a tool; its caller gets a refusal without host paths. */
  readonly onToolFault?: (tool: string, cause: unknown) => void;
};

/**
 * What all hosts of a process share: child processes, laid-out inputs, caches, quarantine. Everything in it goes by
 * content id, so a host costs nothing but itself.
 */
export type FileWorkers = Workers & {
  /** Safe to delete while nothing runs. */
  readonly folder: string;
  readonly inputs: Inputs;
  readonly answers: AnswerCache;
  readonly reviews: Map<string, JsonObject>;
  /** Copies of versions without what they hide. */
  readonly copies: Map<string, Promise<FileResult<Source>>>;
  /** Tables that are being read for the first time: whoever wants one meanwhile waits for the same job. */
  readonly firstReads: Map<string, Promise<Done>>;
  readonly renderer: Renderer;
  readonly onToolFault: (tool: string, cause: unknown) => void;
};

export const createFileWorkers = (folder: string, options: FileWorkersOptions = {}): FileWorkers => ({
  ...createWorkers({ ...options, folder }),
  folder,
  inputs: createInputs(folder),
  answers: createAnswerCache(folder),
  reviews: new Map(),
  copies: new Map(),
  firstReads: new Map(),
  renderer: createRenderer(folder, options.rendererPath),
  onToolFault: options.onToolFault ?? (() => undefined),
});
