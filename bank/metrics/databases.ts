// Faults of the bank's databases as log lines and metrics: a foreign server, lost commits, a copy
// that differs.

import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ProcessRole } from '../../db/postgres/databases.ts';
import type { DatabaseNotices } from '../../db/postgres/notices.ts';
import type { UsedShares } from '../limit-watch.ts';

/** Interval of the log line while a server stays foreign. */
const LOG_EVERY_MS = 30_000;

/** Adds the gauges of the lag of this process behind the writer. */
export function standbyGauges(registry: Registry, role: ProcessRole) {
  new Gauge({
    name: 'kontor_copy_age_seconds',
    help: 'Age of the data that this process reads; 0 in the writer, NaN while unknown.',
    registers: [registry],
    collect() {
      this.set((role.ageMs() ?? Number.NaN) / 1_000);
    },
  });
  new Gauge({
    name: 'kontor_standbys',
    help: 'Standby processes that follow this writer.',
    registers: [registry],
    collect() {
      this.set(role.standbys().length);
    },
  });
  new Gauge({
    name: 'kontor_copy_behind_commits',
    help: 'Commits by which this process is behind the writer.',
    registers: [registry],
    collect() {
      this.set(role.behind());
    },
  });
}

/** Adds the gauge of the used share of each limit. */
export function limitGauge(registry: Registry, shares: () => UsedShares) {
  new Gauge({
    name: 'kontor_limit_used_ratio',
    help: 'Used share of a limit; a limit that does not exist, or was not read, is absent.',
    labelNames: ['limit'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [limit, share] of shares()) this.set({ limit }, share);
    },
  });
}

/**
 * Returns the listener that logs and counts faults.
 * @param reportLost records losses
 */
export function createDatabaseListener(
  registry: Registry,
  log: Logger,
  reportLost: DatabaseNotices['onLoss'],
): DatabaseNotices {
  const lossCounter = new Counter({
    name: 'kontor_database_losses_total',
    help: 'Times that the database was found to have lost commits of this process.',
    labelNames: ['schema'],
    registers: [registry],
  });
  const lostRows = new Counter({
    name: 'kontor_lost_rows_total',
    help: 'Rows that the database lost, by table.',
    labelNames: ['schema', 'table'],
    registers: [registry],
  });
  const foreignGauge = new Gauge({
    name: 'kontor_database_foreign',
    help: "1 while the server of a schema is not the bank's or accepts no writes.",
    labelNames: ['schema'],
    registers: [registry],
  });
  const replaced = new Counter({
    name: 'kontor_copies_replaced_total',
    help: 'Copies that were fetched again because rows of a table differed from PostgreSQL.',
    labelNames: ['schema', 'table'],
    registers: [registry],
  });
  const loggedAt = new Map<string, number>();
  return {
    onForeignServer(schema, reason) {
      foreignGauge.set({ schema }, 1);
      const now = performance.now();
      if (now - (loggedAt.get(schema) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return;
      loggedAt.set(schema, now);
      const text = 'the database server cannot be used: nothing is written until it can';
      log.error({ schema, cause: reason.message }, text);
    },
    onOwnServer(schema) {
      foreignGauge.set({ schema }, 0);
      if (!loggedAt.delete(schema)) return;
      log.info({ schema }, 'the database server can be used again');
    },
    async onLoss(loss) {
      const { schema, from, to, file, lost: rows, setBack, log: logState } = loss;
      lossCounter.inc({ schema });
      for (const [table, count] of Object.entries(rows)) lostRows.inc({ schema, table }, count);
      const text = 'the database lost commits that this process had: the list has each lost row';
      log.error({ schema, from, to, file, lost: rows, setBack, log: logState }, text);
      await reportLost(loss);
    },
    onDifference(schema, tables) {
      for (const table of tables) replaced.inc({ schema, table });
      const text = 'a copy differs from PostgreSQL: nothing was written, it is fetched anew';
      log.error({ schema, tables }, text);
    },
    onCopyWritten(schema, detail) {
      if ('seconds' in detail) {
        log.info({ schema, ...detail }, 'wrote its copy out for a new process');
        return;
      }
      const text = 'could not write its copy out: the new process reads all rows of PostgreSQL';
      log.warn({ schema, err: detail.error }, text);
    },
  };
}
