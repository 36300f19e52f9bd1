// The same API, the same ledger, the same acceptance and booking, without Temporal: the requests of
// one turn of the event loop are settled in one commit. Measures the cost of the workflows.

import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import pino from 'pino';
import { answerThread } from '../ai/answers/thread.ts';
import { insightThread } from '../ai/insight/analyses.ts';
import { intentReader } from '../ai/intents/reader.ts';
import { wordThread } from '../ai/intents/word-thread.ts';
import { openScreening } from '../ai/screening/open.ts';
import { partyScreen } from '../ai/screening/parties.ts';
import { spreadsIn } from '../ai/serving/performance/spread.ts';
import { createApp } from '../api/app.ts';
import type { Desk, GivenDeps } from '../api/kit/context.ts';
import { uploadRoom } from '../api/kit/uploads/room.ts';
import { statementThread } from '../api/statements/statement-reads.ts';
import { booksThread } from '../bank/books/reads.ts';
import { createMetrics } from '../bank/metrics/metrics.ts';
import { settlementsOf } from '../bank/settlements.ts';
import { readConfig } from '../config/settings.ts';
import { archiveThread } from '../db/archives/thread.ts';
import type { EnvironmentName } from '../db/kernel/environment.ts';
import { openSeal } from '../db/kernel/seal.ts';
import { openLedger } from '../db/ledger.ts';
import { settleTransactions } from '../db/money/calls.ts';
import { openPlatform } from '../identity/platform.ts';
import { artifactStore } from '../models/artifact-store.ts';
import { explainers } from '../models/explain/explainers.ts';
import { latencyBook } from '../models/latency-book.ts';
import { sessionPool } from '../models/session-pool.ts';
import { MODULES } from '../modules/contents.ts';
import { servedBy } from '../modules/module.ts';

const config = readConfig();
const metrics = createMetrics(pino({ level: 'silent' }));

function deskOf(environment: EnvironmentName): Desk {
  const ledger = openLedger({ environment, file: join(config.dataDir, `${environment}.db`) });
  let waiting: string[] = [];
  let busy = false;

  async function pump(): Promise<void> {
    if (busy) return;
    busy = true;
    while (waiting.length > 0) {
      const ids = waiting.splice(0, 256);
      await ledger.run(settleTransactions, { ids, workflow: { id: 'none', runId: 'none' } });
    }
    busy = false;
  }

  return {
    ledger,
    lane: null,
    settlements: settlementsOf(ledger),
    contracts: null,
    latency: latencyBook(),
    serving: { servingFor: () => null, isForeign: () => false, versionFor: () => null },
    backlog: () => waiting.length,
    client: () => null,
    place: () => null,
    dispatcher: {
      submit(facts) {
        waiting = [...waiting, facts.id];
        void pump();
      },
      noteSettled() {},
      inHand: () => false,
      backlog: () => waiting.length,
      drain: async () => {},
    },
  };
}

const artifacts = artifactStore(join(config.dataDir, 'models'));
const sessions = sessionPool(artifacts, 1);
const parties = partyScreen(openScreening(null));
const words = wordThread(new AbortController().signal);
const books = booksThread(new AbortController().signal);
const deps = {
  config,
  log: pino({ level: 'warn' }),
  platform: openPlatform(join(config.dataDir, 'platform.db')),
  desks: { sandbox: deskOf('sandbox'), production: deskOf('production') },
  metrics,
  tracing: null,
  artifacts,
  uploads: uploadRoom(config.dataDir),
  spreads: spreadsIn(null),
  datasets: { sandbox: artifacts, production: artifacts },
  documents: { sandbox: artifacts, production: artifacts },
  results: { sandbox: artifacts, production: artifacts },
  sessions: { sandbox: sessions, production: sessions },
  reasons: explainers({ artifacts, covers: artifacts }),
  words,
  answers: answerThread(new AbortController().signal),
  insight: insightThread(new AbortController().signal),
  books,
  modelBooks: books,
  archives: archiveThread(new AbortController().signal),
  statements: statementThread(new AbortController().signal),
  intents: intentReader(words, null),
  languageModel: null,
  screening: openScreening(null),
  parties: { sandbox: parties, production: parties },
  seal: openSeal(config.payloadKey, join(config.dataDir, 'payload.key')),
  closing: new AbortController().signal,
  readiness: async () => ({ status: 'ready' }),
  failPoint: () => {},
} satisfies GivenDeps;
const app = createApp(deps, servedBy(MODULES));
createServer(getRequestListener(app.fetch)).listen(config.port, config.host);
process.on('SIGTERM', () => process.exit(0));
