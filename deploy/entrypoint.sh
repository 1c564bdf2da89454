#!/bin/sh
# Secrets come as files: what ATELIER_…_FILE names is read into ATELIER_…, and the program takes this one's place.
set -eu
for name in ATELIER_DATABASE_URL ATELIER_S3_ACCESS_KEY_ID ATELIER_S3_SECRET_ACCESS_KEY ATELIER_S3_SESSION_TOKEN; do
  eval "file=\${${name}_FILE:-}"
  if [ -n "$file" ]; then
    eval "$name=\$(cat \"\$file\")"
    eval "export $name"
  fi
done
exec "$@"
