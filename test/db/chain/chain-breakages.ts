// Falsifications of the ledger's records of the chain, by the invariant that must detect them.

import type { Breakage } from '../exchange/exchange-breakages.ts';

export const CHAIN_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  anchor_is_checkpoint: {
    'an anchor of another size': () => 'UPDATE anchors SET tree_size = tree_size + 1',
    'an anchor of no checkpoint': () => "UPDATE anchors SET checkpoint_id = 'chk_x'",
    'an anchor that names the transaction of something else': () =>
      `UPDATE anchors SET tx_hash = (SELECT hash FROM chain_transactions
         WHERE kind = 'execution')`,
    'an anchor whose signed bytes are gone': () =>
      `DELETE FROM chain_attempts WHERE transaction_id IN (
         SELECT id FROM chain_transactions WHERE kind = 'anchor')`,
  },
  anchored_is_told_once: {
    'more events than anchored leaves': () => 'UPDATE anchoring SET told_size = told_size + 1',
    'a leaf with an event before its anchor': () => 'UPDATE anchoring SET told_size = 0',
    'a leaf with two events': () =>
      `UPDATE events SET object_id = (SELECT object_id FROM events
         WHERE type = 'transaction.anchored' ORDER BY row LIMIT 1)
       WHERE type = 'transaction.anchored'`,
    'an anchor that is gone': () => 'DELETE FROM anchors',
  },
  nonce_is_used_once: {
    'two transactions with one nonce': () =>
      'UPDATE chain_transactions SET nonce = 0 WHERE nonce IS NOT NULL',
  },
  signed_bytes_are_kept: {
    'a nonce that no signed bytes have': () =>
      "UPDATE chain_transactions SET nonce = 9 WHERE kind = 'execution'",
    'bytes that are gone': () => 'DELETE FROM chain_attempts',
    'a block that took other bytes': () =>
      "UPDATE chain_transactions SET hash = '0x' WHERE kind = 'execution'",
  },
  execution_is_sent_as_accepted: {
    'other bytes than those that were accepted': () =>
      "UPDATE chain_transactions SET data = x'0103' WHERE kind = 'execution'",
    'another contract': () =>
      "UPDATE contract_executions SET address = '0x' WHERE status = 'final'",
    'the order of another execution': () =>
      "UPDATE chain_transactions SET object_id = 'exe_x' WHERE kind = 'execution'",
    'a second order': () =>
      `UPDATE chain_transactions SET kind = 'execution',
         object_id = (SELECT id FROM contract_executions) WHERE kind = 'anchor'`,
  },
  execution_moved_its_hold: {
    'a settlement at another place': () =>
      'UPDATE contract_executions SET ledger_sequence = ledger_sequence + 1',
    'a settlement of another transaction': ({ canceled }) =>
      `UPDATE contract_executions SET transaction_id = '${canceled}'`,
    'a release of what was booked': () =>
      "UPDATE contract_executions SET effect = 'release', ledger_sequence = NULL",
  },
  execution_has_events: {
    'a step without its event': () =>
      `DELETE FROM events WHERE type = 'contract.execution.simulated'`,
    'a version that nothing led to': () => 'UPDATE contract_executions SET version = version + 1',
  },
};
