import { STEPS } from '../adapters/postgres/schema-steps.ts';
import { tell } from './postgres-server.ts';

/** A database as an older release of Atelier made it: written steps never change. */
export const makeOlderDatabase = (url: string, version: number): Promise<void> =>
  tell(url, [...STEPS.slice(0, version), `insert into atelier.schema_version values (${version});`].join('\n'));
