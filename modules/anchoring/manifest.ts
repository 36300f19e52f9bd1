import { anchoringActivities } from '../../activities/anchoring.ts';
import { chainSigningActivities } from '../../activities/chain-signing.ts';
import { withHeartbeats } from '../../activities/heartbeat.ts';
import { ANCHORING_OPERATIONS } from '../../api/blockchain/anchoring-operations.ts';
import { anchoredSchema } from '../../api/blockchain/checkpoint-schema.ts';
import { contractSweep } from '../../bank/sweeps/record-sweeps.ts';
import { ANCHOR_EVENTS } from '../../ledger/anchor.ts';
import type { Module } from '../module.ts';
import { developmentChainOf } from './development-chain.ts';

export const anchoring: Module = {
  name: 'anchoring',
  purpose: 'Anchors of the signed log on a chain.',
  requires: ['core'],
  opensForLedger: ({ config, environment }) => developmentChainOf(config.chain, environment),
  operations: ANCHORING_OPERATIONS,
  events: ANCHOR_EVENTS,
  eventSchemas: {
    objects: {},
    ofType: { 'checkpoint.anchored': anchoredSchema },
  },
  workflows: ['chainAnchoring', 'chainSigner'],
  activities: ({ ledger, chain, stopping, failPoint }) => ({
    own: withHeartbeats(stopping, {
      ...anchoringActivities(ledger, chain),
      ...(chain ? chainSigningActivities({ ...chain, ledger, failPoint }) : {}),
    }),
  }),
  sweeps: ({ ledger, target, contracts = null }) => {
    const order = contractSweep(ledger, target, contracts);
    return { passes: [() => order().then(() => 0)] };
  },
};
