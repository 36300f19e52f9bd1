// Falsifications of the ledger's records of the chain, by the invariant that must detect them.

import type { Breakage } from '../exchange/exchange-breakages.ts';

export const CHAIN_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  anchor_is_checkpoint: {
    'an anchor with a size other than that of its checkpoint': () =>
      'UPDATE anchors SET tree_size = tree_size + 1',
    'an anchor without a checkpoint': () => "UPDATE anchors SET checkpoint_id = 'chk_x'",
    'an anchor that names the transaction of an execution': () =>
      `UPDATE anchors SET tx_hash = (SELECT hash FROM chain_transactions
         WHERE kind = 'execution')`,
    'an anchor without its signed bytes': () =>
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
    'a missing anchor of leaves with events': () => 'DELETE FROM anchors',
  },
  nonce_is_used_once: {
    'two transactions with one nonce': () =>
      'UPDATE chain_transactions SET nonce = 0 WHERE nonce IS NOT NULL',
  },
  signed_bytes_are_kept: {
    'a nonce other than that of the signed bytes': () =>
      "UPDATE chain_transactions SET nonce = 9 WHERE kind = 'execution'",
    'a signed transaction without its bytes': () => 'DELETE FROM chain_attempts',
    'a block with a hash other than that of the signed bytes': () =>
      "UPDATE chain_transactions SET hash = '0x' WHERE kind = 'execution'",
  },
  execution_is_sent_as_accepted: {
    'an order with bytes other than the accepted ones': () =>
      "UPDATE chain_transactions SET data = x'0103' WHERE kind = 'execution'",
    'an order to a contract other than the accepted one': () =>
      "UPDATE contract_executions SET address = '0x' WHERE status = 'final'",
    'an execution whose order belongs to another one': () =>
      "UPDATE chain_transactions SET object_id = 'exe_x' WHERE kind = 'execution'",
    'an execution with two orders': () =>
      `UPDATE chain_transactions SET kind = 'execution',
         object_id = (SELECT id FROM contract_executions) WHERE kind = 'anchor'`,
  },
  execution_moved_its_hold: {
    'a settlement with a position in the log other than that of its transaction': () =>
      'UPDATE contract_executions SET ledger_sequence = ledger_sequence + 1',
    'a settlement of a canceled transaction': ({ canceled }) =>
      `UPDATE contract_executions SET transaction_id = '${canceled}'`,
    'an execution that released a booked hold': () =>
      "UPDATE contract_executions SET effect = 'release', ledger_sequence = NULL",
  },
  execution_has_events: {
    'a simulated execution without its event': () =>
      `DELETE FROM events WHERE type = 'contract.execution.simulated'`,
    'a version of an execution without an event': () =>
      'UPDATE contract_executions SET version = version + 1',
  },
};
