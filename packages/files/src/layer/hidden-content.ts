import { rm } from 'node:fs/promises';
import type { JsonObject } from '@atelier/kernel/core';
import type { HiddenAnswer, HiddenTake } from '../hidden/finding.ts';
import type { FileResult } from '../tools/errors.ts';
import type { Kind, Source } from '../tools/kind-handler.ts';
import type { FileWorkers } from './file-workers.ts';

/**
 * How a model is given what a file hides: fenced and labelled, or not at all. A person who opens the file sees none of
 * it, so whoever can put it there speaks to the model past that person.
 */
export type HiddenReading = 'labelled' | 'withheld';

/** Raise when the same bytes would be found to hide something else. */
const hiddenLayer = 1;
const mostCopies = 64;

/** What versions hide, and copies of them without it. Both depend on bytes alone and are made once. */
export const createHiddenContent = (workers: Pick<FileWorkers, 'answers' | 'run' | 'inputs' | 'copies'>) => {
  const find = async ({ kind, version, format, open }: Asked): Promise<FileResult<HiddenAnswer>> => {
    const key = JSON.stringify(['hidden', hiddenLayer, version, kind, format]);
    const found = await workers.answers.once(key, async () => {
      const source = await open();
      if (!source.ok) return source;
      const { result } = await workers.run({ verb: 'hidden', kind, source: source.value, take: 'nothing' });
      return result as FileResult<JsonObject>;
    });
    return found as unknown as FileResult<HiddenAnswer>;
  };

  const copy = async (kind: Kind, source: Source, take: HiddenTake): Promise<FileResult<Source>> => {
    const version = `${source.version}~${take}`;
    if (kind === 'pdf') return { ok: true, value: { ...source, version, is_visible_only: true } };
    const { result, output } = await workers.run({ verb: 'hidden', kind, source, take });
    if (!result.ok) return result;
    if (output === undefined) return { ok: true, value: source };
    const { file, size_bytes } = await workers.inputs.adopt(output);
    return { ok: true, value: { ...source, file, size_bytes, version } };
  };

  return {
    find,
    /** How much of a file is left out for a model: nothing where it hides nothing. */
    takeFor: async (asked: Asked, reading: HiddenReading): Promise<FileResult<HiddenTake>> => {
      const hidden = await find(asked);
      // What cannot be looked through is still shown with its labels off; what must be withheld is not shown at all.
      if (!hidden.ok) return reading === 'withheld' ? hidden : { ok: true, value: 'nothing' };
      if (hidden.value.findings.length === 0) return { ok: true, value: 'nothing' };
      return { ok: true, value: reading === 'withheld' ? 'all' : 'inside' };
    },
    /** What is read in the file's place. */
    without: async (take: Exclude<HiddenTake, 'nothing'>, kind: Kind, source: Source): Promise<FileResult<Source>> => {
      const key = `${source.version}~${take}`;
      const known = workers.copies.get(key) ?? copy(kind, source, take);
      workers.copies.delete(key);
      workers.copies.set(key, known);
      for (const [oldest, made] of workers.copies) {
        if (workers.copies.size <= mostCopies) break;
        workers.copies.delete(oldest);
        void made.then((each) =>
          each.ok && each.value.version === oldest && !each.value.is_visible_only
            ? rm(each.value.file, { force: true })
            : undefined,
        );
      }
      const made = await known;
      if (!made.ok) workers.copies.delete(key);
      return made;
    },
  };
};

type Asked = {
  readonly kind: Kind;
  readonly version: string;
  readonly format: string;
  readonly open: () => Promise<FileResult<Source>>;
};
