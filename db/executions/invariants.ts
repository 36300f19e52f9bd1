// Invariants between executions of contracts, the transactions on the chain and the money that they
// moved. Plain SQL, as in db/invariants.ts.

/** Each query returns the violations of its rule. */
export const EXECUTION_RULES = [
  {
    name: 'execution_is_sent_as_accepted',
    guarantee: 'The chain received exactly the accepted call of each execution, and only once.',
    sql: `SELECT e.id, e.status, e.chain_transaction_id FROM contract_executions e
          LEFT JOIN chain_transactions t ON t.id = e.chain_transaction_id
          WHERE e.chain_transaction_id IS NOT NULL AND (t.kind IS NOT 'execution'
            OR t.object_id IS NOT e.id OR lower(t.to_address) IS NOT lower(e.address)
            OR lower('0x' || hex(t.data)) IS NOT lower(e.call_data) OR t.value IS NOT e.value)
          UNION ALL SELECT t.object_id, t.status, t.id FROM chain_transactions t
          WHERE t.kind = 'execution' AND t.object_id IN (SELECT id FROM contract_executions)
          GROUP BY t.object_id HAVING count(*) > 1`,
  },
  {
    name: 'execution_moved_its_hold',
    guarantee:
      'A settled execution has captured its own hold at the recorded ledger sequence, or ' +
      'released it.',
    sql: `SELECT e.id, e.effect, e.settlement, t.status, t.ledger_sequence
          FROM contract_executions e LEFT JOIN transactions t ON t.id = e.transaction_id
          WHERE e.settlement = 'done' AND NOT CASE e.effect
            WHEN 'capture' THEN t.ledger_sequence IS NOT NULL
              AND t.ledger_sequence IS e.ledger_sequence AND t.tenant_id = e.tenant_id
            ELSE coalesce(t.status IN ('canceled', 'expired'), 0) END`,
  },
  {
    name: 'execution_has_events',
    guarantee: 'Each step of an execution has its event.',
    sql: `SELECT x.id, x.status, x.version, coalesce(e.events, 0) AS events
          FROM contract_executions x LEFT JOIN (SELECT object_id, count(*) AS events,
            max(object_version) AS last FROM events WHERE type GLOB 'contract.execution.*'
            GROUP BY object_id) e ON e.object_id = x.id
          WHERE e.events IS NOT x.version OR e.last IS NOT x.version`,
  },
] as const;
