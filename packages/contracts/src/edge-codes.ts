/** What the server may answer to any request before (or instead of) its command, with the HTTP status it has. */
export const statusByEdgeCode = {
  MALFORMED_BODY: 400,
  INVALID_PARAMS: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN_HOST: 403,
  FORBIDDEN_ORIGIN: 403,
  FORBIDDEN_ROLE: 403,
  NOT_FOUND: 404,
  UNKNOWN_COMMAND: 404,
  WRONG_METHOD: 405,
  BAD_FILE_NAME: 400,
  BODY_TOO_LARGE: 413,
  FILE_TOO_LARGE: 413,
  FILE_DAMAGED: 500,
  UPGRADE_REQUIRED: 426,
  TOO_MANY_REQUESTS: 429,
  TOO_MANY_OWN_RUNS: 429,
  UPLOADED_TOO_MUCH: 429,
  FAULT: 500,
  STOPPING: 503,
  SURFACE_UNAVAILABLE: 503,
  QUOTA_EXCEEDED: 507,
  DISK_FULL: 507,
  DISK_READ_ONLY: 507,
  WRITE_FAILED: 500,
  FILE_REFUSED: 500,
  DATABASE_AWAY: 503,
  STORE_AWAY: 503,
} as const;
export type EdgeCode = keyof typeof statusByEdgeCode;

/** What a client concludes by itself, when no envelope reached it. */
export const clientCodes = ['UNREACHABLE', 'BAD_REPLY', 'ABORTED'] as const;
export type ClientCode = (typeof clientCodes)[number];
