// A process that writes one commit after another and reports each, until it is killed.

import { openDatabase } from '../../../db/kernel/connect.ts';

const database = openDatabase(process.argv[2] ?? '', 'ledger');
database.raw.exec('CREATE TABLE IF NOT EXISTS filling (n INTEGER PRIMARY KEY, bytes BLOB)');
const insert = database.raw.prepare('INSERT INTO filling (bytes) VALUES (zeroblob(1024000))');
for (;;) {
  const { lastInsertRowid } = await database.write(() => insert.run());
  process.send?.(Number(lastInsertRowid));
}
