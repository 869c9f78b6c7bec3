# The image of a release, whose archive is beside this file: docs/operations/container.md.
FROM node:24-bookworm-slim AS node

FROM gcr.io/distroless/cc-debian12:debug-nonroot AS files
SHELL ["/busybox/sh", "-c"]
USER root
ADD caja-menor-*-linux-*.tar.gz /opt/
# A second archive makes mv fail.
RUN cd /opt && mv caja-menor-* caja-menor && rm -rf caja-menor/docs && mkdir /datos

FROM gcr.io/distroless/cc-debian12:debug-nonroot
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=files /opt/caja-menor /opt/caja-menor
COPY --from=files --chown=65532:65532 /datos /var/lib/caja-menor
ENV NODE_ENV=production DATA_DIR=/var/lib/caja-menor PATH=/usr/local/bin:/usr/bin:/bin:/busybox
USER 65532:65532
WORKDIR /opt/caja-menor
VOLUME ["/var/lib/caja-menor"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=10m \
  CMD ["/busybox/wget", "-q", "-O", "/dev/null", "http://127.0.0.1:3000/listo"]
ENTRYPOINT ["/usr/local/bin/node", "--enable-source-maps"]
CMD ["dist/server/main.js"]
