# The image of both processes of the bank; KONTOR_ROLE says which of them a container is.
# Debian and not Alpine, because Temporal's native core needs glibc; the Node that `npm start` fetches.

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/cli/package.json packages/cli/
COPY packages/client/package.json packages/client/
COPY packages/verify/package.json packages/verify/
# Older npm does not know `allowScripts`: no package runs a script, and none has to.
ENV ONNXRUNTIME_NODE_INSTALL=skip
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && node --eval "new (require('better-sqlite3'))(':memory:').close()" \
  && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
    ! -name '*-linux-gnu' -exec rm -rf {} + \
  && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src

FROM node:24.21.0-bookworm-slim
# The compiler that bundles the workflows unpacks itself on first use, into a folder from which it
# may execute: on a read-only root file system only the volume is one (/tmp is mounted noexec).
ENV NODE_ENV=production \
  MALLOC_ARENA_MAX=2 \
  KONTOR_DATA_DIR=/var/lib/kontor \
  SWC_NATIVE_BINDING_CACHE=/var/lib/kontor/cache/swc \
  NODE_COMPILE_CACHE=/var/lib/kontor/cache/compiled
# A new volume takes over owner and mode of the folder on which it is mounted.
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/kontor
WORKDIR /app
# Owned by root: the process may read its code and change none of it.
COPY --from=packages /app/node_modules ./node_modules
COPY . .
# The pages import it; git has no generated code.
RUN node packages/generator/make.ts --operations
# A number, so that an orchestrator can see that it is not root.
USER 1000:1000
EXPOSE 8080 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "--eval", \
    "fetch('http://127.0.0.1:9464/healthz').then((answer) => process.exit(answer.ok ? 0 : 1))"]
ENTRYPOINT ["node", "--max-semi-space-size=32", "--heap-growing-percent=30", "bank/server.ts"]
