// Copies a database file that other processes use, as of one moment: `node snapshot-process.ts
// SOURCE TARGET`. All pages are copied in one step, so the file is complete or missing. It runs in
// a separate process, because the copy occupies a thread for seconds.

import { constants, setPriority } from 'node:os';
import BetterSqlite3 from 'better-sqlite3';

const ALL_PAGES = 0x7f_ff_ff_ff;

const [source = '', target = ''] = process.argv.slice(2);
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const db = new BetterSqlite3(source, { readonly: true, fileMustExist: true });
await db.backup(target, { progress: () => ALL_PAGES });
db.close();
