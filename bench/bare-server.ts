// The floor of a read over HTTP: a process with Hono and one prepared statement of better-sqlite3,
// whose answer is as long as the bank's, without any of the bank's checks.

import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import BetterSqlite3 from 'better-sqlite3';
import { Hono } from 'hono';

/** The task, as JSON on the command line of the process. */
export interface BareTask {
  readonly file: string;
  readonly port: number;
  readonly id: string;
  /** The body of the answer. */
  readonly body: string;
}

function serve({ file, port, id, body }: BareTask): void {
  const raw = new BetterSqlite3(file);
  raw.exec('CREATE TABLE answers (id TEXT PRIMARY KEY, body TEXT NOT NULL)');
  raw.prepare('INSERT INTO answers VALUES (?, ?)').run(id, body);
  const find = raw.prepare<[string], { body: string }>('SELECT body FROM answers WHERE id = ?');
  const app = new Hono();
  app.get('/v1/transactions/:id', (c) => {
    const row = find.get(c.req.param('id'));
    return row ? c.json(JSON.parse(row.body)) : c.notFound();
  });
  createServer(getRequestListener(app.fetch)).listen(port, '127.0.0.1');
}

const portText = process.argv[2];
if (portText) serve(JSON.parse(portText) as BareTask);
