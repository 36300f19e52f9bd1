// The cost of following: the processor time in which a copy applies the judged transfers of a
// writer, by the number of commits that it finds at once. `npm run node -- bench/follower-cost.ts
// [transfers]` prints it, with a separate PostgreSQL server.

import { join } from 'node:path';
import { closeParts, openParts, openReplica } from '../db/postgres/replica.ts';
import { createArtifactStore } from '../models/artifact-store.ts';
import { createSessionPool } from '../models/session-pool.ts';
import { startPostgres } from '../scripts/run/postgres-server.ts';
import { bookTransfers, openComparedLedger } from './judging-cost.ts';
import { temporaryFolder } from './measure.ts';

/** Transfers of a commit: one client, sixteen clients, a full group. */
const GROUPS = [1, 8, 32] as const;
/** Commits that a copy finds at once: a standby looks once a second, and sixteen clients make some forty. */
const COMMITS_PER_READ = [1, 4, 20, 40] as const;
const WARM_UP_COMMITS = 640;
const print = (line: string) => process.stdout.write(`${line}\n`);

const transfers = Number(process.argv[2] ?? 3_200);
const folder = temporaryFolder();
const server = await startPostgres();
const artifacts = createArtifactStore(join(folder.path, 'models'));
const pool = createSessionPool(artifacts, 4);
const placeOf = (name: string) =>
  ({ folder: join(folder.path, name), name: 'ledger_sandbox', schema: 'ledger' }) as const;

const url = server.database('bench');
const writer = await openReplica({ url, ...placeOf('writer') });
// It receives no notifications, so only requested follows are measured.
const follower = await openParts({ url, ...placeOf('follower') });
try {
  const side = await openComparedLedger(writer.file, artifacts, pool, 1_000, writer);
  await bookTransfers(side, { group: 32, turn: WARM_UP_COMMITS });
  await follower.groups.catchUp();
  for (const group of GROUPS) {
    for (const atOnce of COMMITS_PER_READ) {
      let spent = 0;
      let followed = 0;
      while (followed < transfers) {
        await bookTransfers(side, { group, turn: group * atOnce });
        // Reads of the writer's own commits are not counted for the follower.
        await new Promise((resolve) => setTimeout(resolve, 5));
        const before = process.cpuUsage();
        await follower.groups.catchUp();
        const { user, system } = process.cpuUsage(before);
        spent += user + system;
        followed += group * atOnce;
      }
      print(
        `${group} transfers a commit, ${atOnce} commits at once: ${Math.round(spent / followed)} us a transfer`,
      );
    }
  }
} finally {
  await closeParts(follower);
  await writer.close();
  await pool.close();
  server.stop();
  folder.remove();
}
