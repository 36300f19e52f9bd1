// Checks that each act of an operator has one end in the audit log, or is open. Plain SQL, so that
// the check does not depend on the code that writes. The hash chain proves the entries themselves.

import type BetterSqlite3 from 'better-sqlite3';

export interface ActFault {
  /** Id of the act; an audit entry or a mark may name an act without a row. */
  readonly act: string;
  readonly says: string;
}

export interface ActsVerdict {
  readonly faults: readonly ActFault[];
  /** Number of running acts, and of interrupted acts that wait to be settled. */
  readonly open: number;
}

const MAX_EXAMPLES = 5;

/** Audit entries of acts, with their outcome. */
const ENTRIES = `entries AS MATERIALIZED (
  SELECT id, action, json_extract(detail, '$.act') AS act,
    json_extract(detail, '$.outcome') AS outcome,
    json_extract(detail, '$.late') IS NOT NULL AS isLate,
    action GLOB '*.answered' OR action GLOB '*.refused' OR action GLOB '*.settled' AS isEnd
  FROM audit WHERE action GLOB 'ops.*' AND json_extract(detail, '$.act') IS NOT NULL
)`;

/** The query of each rule, by the description of its fault, returns the ids of the faulty acts. */
const RULES: Readonly<Record<string, string>> = {
  'has an entry of its request, and no row': `SELECT e.act FROM entries e
    LEFT JOIN audit_acts a ON a.id = e.act AND a.asked = e.id
    WHERE NOT e.isEnd AND a.id IS NULL`,
  'has a row, and no entry that precedes it': `SELECT a.id FROM audit_acts a
    LEFT JOIN entries e ON e.id = a.asked AND e.act = a.id AND NOT e.isEnd
    WHERE e.id IS NULL`,
  'ends in an entry that is not about it': `SELECT a.id FROM audit_acts a
    JOIN audit b ON b.id = a.asked
    LEFT JOIN entries e ON e.id = a.ended AND e.act = a.id AND e.isEnd AND NOT e.isLate
      AND substr(e.action, 1, length(b.action) + 1) = b.action || '.'
    WHERE a.ended IS NOT NULL AND e.id IS NULL`,
  'has an end that its row does not know': `SELECT e.act FROM entries e
    LEFT JOIN audit_acts a ON a.id = e.act AND a.ended IS NOT NULL
    WHERE e.isEnd AND (a.id IS NULL OR (NOT e.isLate AND a.ended <> e.id))`,
  'ends as not done, and has written rows': `SELECT e.act FROM entries e JOIN marks m ON m.act = e.act
    JOIN audit_acts a ON a.ended = e.id WHERE e.outcome = 'not_done'
    AND NOT EXISTS (SELECT 1 FROM entries l WHERE l.act = e.act AND l.isLate)`,
  'has written in a ledger, and has no row': `SELECT m.act FROM marks m
    LEFT JOIN audit_acts a ON a.id = m.act WHERE a.id IS NULL`,
};

/**
 * Checks all acts.
 * @param marks the ids of acts with a mark in a ledger
 */
export function checkActs(db: BetterSqlite3.Database, marks: readonly string[]): ActsVerdict {
  const ownMarks = db.prepare<[], string>('SELECT act_id FROM act_marks').pluck().all();
  const ids = JSON.stringify([...new Set([...marks, ...ownMarks])]);
  const faults: ActFault[] = [];
  for (const [verdict, rule] of Object.entries(RULES)) {
    const sql = `WITH ${ENTRIES}, marks AS MATERIALIZED (
      SELECT value AS act FROM json_each(?)) ${rule} LIMIT ${MAX_EXAMPLES}`;
    const unknownIds = db.prepare<[string], string>(sql).pluck().all(ids);
    for (const act of unknownIds) faults.push({ act, says: verdict });
  }
  const open = db
    .prepare<[], number>('SELECT count(*) FROM audit_acts WHERE ended IS NULL')
    .pluck();
  return { faults, open: open.get() ?? 0 };
}
