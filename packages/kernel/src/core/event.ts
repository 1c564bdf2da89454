import type { JsonObject } from './json.ts';

/** `install`, `bench/<id>`, `project/<id>` or `session/<id>`. */
export type StreamId = string;

/** What a surface hands to the log. `id` and `at` come from ports when absent; `key` is the dedupe key. */
export type NewEvent<Data extends JsonObject = JsonObject> = {
  readonly kind: string;
  readonly key: string | null;
  readonly data: Data;
  readonly id?: string;
  readonly at?: string;
};

/** The envelope, the same for every surface. `seq` runs from 0 without gaps. */
export type LogEvent<Data extends JsonObject = JsonObject> = {
  readonly v: 1;
  readonly seq: number;
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly key: string | null;
  readonly data: Data;
};
