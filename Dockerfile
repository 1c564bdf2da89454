# Atelier as one container: docker build -t atelier . Another base of Node 24 can be named with --build-arg BASE=…
ARG BASE=node:24.21.0-bookworm-slim

FROM ${BASE} AS build
WORKDIR /atelier
COPY . .
RUN npm ci --loglevel=error && node scripts/build.mjs && npm prune --omit=dev --loglevel=error

FROM ${BASE}
ENV NODE_ENV=production \
    ATELIER_DATA_DIR=/data \
    ATELIER_BIND=0.0.0.0 \
    ATELIER_KEYCHAIN=off
WORKDIR /atelier
COPY --from=build /atelier /atelier
# One user that owns nothing but the data.
RUN mkdir /data && chown 1000:1000 /data && chmod 700 /data
USER 1000:1000
VOLUME /data
EXPOSE 4983
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4983/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/atelier/deploy/entrypoint.sh"]
CMD ["node", "bin/atelier.mjs", "start", "--no-open", "--port", "4983"]
