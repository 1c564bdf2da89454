import type { DatabasePlace, DatabaseRefused } from '../postgres/reach-database.ts';
import type { StorageRefused } from './open-storage.ts';

/**
 * One plain sentence that says what to do. Names the host and the database; a URL may hold a password and is never said.
 * `call` writes a command as it is called where the sentence is read.
 */
export const storageRefusedToSentence = (
  refused: StorageRefused,
  call: (command: string) => string = (command) => `npx atelier ${command}`,
): string => {
  switch (refused.code) {
    case 'DATABASE_URL_INVALID':
      return 'ATELIER_DATABASE_URL is not the address of a PostgreSQL database. Write it like postgres://user@host:5432/atelier.';
    case 'DATABASE_UNREACHABLE':
      return `The database ${nameOf(refused.place)} cannot be reached: ${wordsByReason[refused.reason]}`;
    case 'DATABASE_LOGIN_REFUSED':
      return `The database ${nameOf(refused.place)} does not accept this user or password. Check both in ATELIER_DATABASE_URL.`;
    case 'DATABASE_MISSING':
      return `There is no database "${refused.place.database}" on ${refused.place.host}. Make one: createdb --encoding=UTF8 --template=template0 ${refused.place.database}`;
    case 'DATABASE_EMPTY':
      return `The database ${nameOf(refused.place)} has no data of Atelier. Check its name in ATELIER_DATABASE_URL; if it was emptied, restore its dump. To start with an empty one, choose a new folder with --data DIR.`;
    case 'DATABASE_FORBIDDEN':
      return `This user may not create what Atelier needs in ${nameOf(refused.place)}. Let it: grant create on database ${refused.place.database} to the user.`;
    case 'DATABASE_VERSION':
      return refused.what === 'schema'
        ? `The database ${nameOf(refused.place)} was written by a newer Atelier (its version ${refused.found}, this one knows ${refused.known}). Use that one; nothing was changed.`
        : `The database ${nameOf(refused.place)} is PostgreSQL ${refused.found}; Atelier needs ${refused.known} or newer.`;
    case 'DATABASE_ENCODING':
      return `The database ${nameOf(refused.place)} is encoded as ${refused.found}. Make one with UTF8: createdb --encoding=UTF8 --template=template0 ${refused.place.database}`;
    case 'BUCKET_SETTINGS_INVALID':
      return `${refused.variable} is missing or cannot be used. A bucket needs ATELIER_S3_ENDPOINT (https://host), ATELIER_S3_BUCKET, ATELIER_S3_ACCESS_KEY_ID and ATELIER_S3_SECRET_ACCESS_KEY.`;
    case 'BUCKET_WITHOUT_DATABASE':
      return 'ATELIER_S3_… names a bucket, but no database is named. Set ATELIER_DATABASE_URL too, or unset the bucket: a bucket is used only together with PostgreSQL.';
    case 'BUCKET_MISSING':
      return `The content is in the bucket ${refused.bucket}. Set ATELIER_S3_ENDPOINT, ATELIER_S3_BUCKET and the keys, or bring it back with: ${call('move --content database')}`;
    case 'BUCKET_DIFFERS':
      return `The content is in the bucket ${refused.bucket}, and ATELIER_S3_… names ${refused.named}. Name the first one. To use a complete copy of it instead: ${call('move --content bucket')}`;
    case 'CONTENT_NOT_MOVED':
      return `The content is in the database, and ATELIER_S3_… names the bucket ${refused.named}. Move it with: ${call('move --content bucket')} (or unset ATELIER_S3_ENDPOINT and ATELIER_S3_BUCKET).`;
    case 'DATABASE_URL_MISSING':
      return `The data of ${refused.data} is in a PostgreSQL database. Set ATELIER_DATABASE_URL to it, or bring everything back with: ${call('move --to disk')}`;
    case 'MOVED_TO_DISK':
      return `The data was moved back to ${refused.data}, and ATELIER_DATABASE_URL still names a database. Unset it, or move again with: ${call('move --to database')}`;
    case 'BEING_MOVED':
      return `The data of ${refused.data} is being moved by "atelier move". Start again when that is done.`;
    case 'NOT_MOVED_YET':
      return `The data is in ${refused.data}, and was not moved to the database yet, or not all of it. Move it, which also finishes a move that was cut off: ${call('move --to database')} (or unset ATELIER_DATABASE_URL, or choose another folder with --data DIR).`;
  }
};

const nameOf = ({ host, port, database }: DatabasePlace): string => `"${database}" at ${host}:${port}`;

const wordsByReason: Record<Extract<DatabaseRefused, { code: 'DATABASE_UNREACHABLE' }>['reason'], string> = {
  nobody_listens: 'nothing is listening there. Start it, or check host and port in ATELIER_DATABASE_URL.',
  unknown_host: 'no such host is known. Check it in ATELIER_DATABASE_URL.',
  no_answer: 'it does not answer. Check the network, and that it is a PostgreSQL server.',
  starting: 'it is still starting. Try again in a moment.',
  full: 'it has no connection left. Close some, or raise its max_connections.',
};
