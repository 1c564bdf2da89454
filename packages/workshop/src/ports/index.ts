import type { ContentStore, Projection } from '@atelier/kernel/ports';
import type { Bench } from '../core/bench.ts';

/** Workbenches kept folded. A stream that does not exist is an empty bench. */
export type Benches = Projection<Bench>;

export type WorkshopPorts = {
  readonly benches: Benches;
  readonly content: Pick<ContentStore, 'blobs' | 'trees' | 'together'>;
  readonly newId: <const Prefix extends string>(prefix: Prefix) => `${Prefix}_${string}`;
};

export type * from './original-files.ts';
export type * from './run-graph.ts';
export type * from './under-way.ts';
