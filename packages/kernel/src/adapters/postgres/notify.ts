/** A word may be lost, so it waits for no sync: the commits beside it would share the disk with it. */
export const NOTIFY = `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`;
