# syntax=docker/dockerfile:1

# The web app, and the packages that the server needs at run time.
FROM node:24-bookworm-slim AS build
WORKDIR /portal
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && npm run build
# The web app is built: only the packages of the server are left.
RUN rm -rf node_modules && npm ci --omit=dev --workspace=@portal/server --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
# The threshold and the options of the command keep memory low, see docs/operations.md.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /portal
COPY --from=build /portal/package.json ./
COPY --from=build /portal/node_modules ./node_modules
COPY --from=build /portal/packages/contract ./packages/contract
COPY --from=build /portal/packages/netsuite ./packages/netsuite
COPY --from=build /portal/apps/server ./apps/server
COPY --from=build /portal/apps/web/dist ./apps/web/dist
# Only /tmp (exports) and, with files in a folder, the volume of STORAGE_URL are written.
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=50", "apps/server/src/main.ts"]
