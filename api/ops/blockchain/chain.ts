// GET /v1/ops/chain: the anchoring progress of the log, the work that is stuck on its way to the
// chain, and the faults.

import { createRoute, z } from '@hono/zod-openapi';
import { type ChainReport, readChainReport } from '../../../db/chain/report.ts';
import { operation } from '../../kit/operation.ts';
import { jsonAnswer, timestampSchema } from '../../kit/schemas.ts';
import { environmentField, environmentQuery } from '../kit/environment.ts';

const count = z.number().int();

const chainPart = z.object({
  state: z.string().openapi({ description: 'What the signer last found; `ok` when all is well.' }),
  detail: z.string().nullable(),
  chainId: count.openapi({ description: 'The configured one.' }),
  genesisHash: z.string().nullable().openapi({ description: 'Null before the chain was met.' }),
  finality: z.string(),
  address: z
    .string()
    .nullable()
    .openapi({ description: 'Address of the key with which the bank signs.' }),
  blockNumber: count.nullable(),
  changedAt: timestampSchema.nullable(),
  checkedAt: timestampSchema.nullable(),
});

const reportSchema = z
  .object({
    object: z.literal('chain_report'),
    environment: environmentField,
    status: z.enum(['ok', 'not_configured', 'attention']).openapi({
      description: '`attention` when `problems` has something.',
    }),
    problems: z.array(z.string()),
    chain: chainPart.nullable().openapi({ description: 'Null where no chain is configured.' }),
    newestCheckpoint: z
      .object({ id: z.string(), treeSize: count, signedAt: timestampSchema })
      .nullable(),
    newestAnchor: z
      .object({
        checkpointId: z.string(),
        treeSize: count,
        status: z.enum(['anchored', 'confirmed']),
        contract: z.string(),
        txHash: z.string().nullable(),
        blockNumber: count.nullable(),
      })
      .nullable(),
    anchoring: z.object({
      state: z.string(),
      detail: z.string().nullable(),
      leaves: count,
      signedLeaves: count,
      anchoredLeaves: count,
      confirmedLeaves: count,
      announcedLeaves: count,
      lostAnchors: count,
      lag: z.object({ leaves: count, seconds: z.number() }).nullable().openapi({
        description: 'Distance of the chain behind the log; null where no chain is configured.',
      }),
    }),
    stuck: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        objectId: z.string(),
        status: z.string(),
        nonce: count.nullable(),
        attempts: count,
        createdAt: timestampSchema,
      }),
    ),
  })
  .openapi('ChainReport');

const route = createRoute({
  method: 'get',
  path: '/v1/ops/chain',
  operationId: 'getChainReport',
  tags: ['ops'],
  summary: 'Read the state of anchoring and its faults',
  description: 'Each environment has its own log with its own anchors.',
  request: {
    query: environmentQuery,
  },
  responses: {
    200: jsonAnswer('The state of anchoring; no address of a node is in it.', reportSchema),
  },
});

export const getChainReport = operation('operator', route, (deps) => async (c) => {
  const { environment } = c.req.valid('query');
  const { ledger, contracts } = deps.environments[environment];
  const isConfigured = contracts !== null;
  const report = await readChainReport(ledger, isConfigured, Date.now());
  const { chainId, finality } = deps.config.chain;
  const { problems, newest, lag } = report;
  const calmState = isConfigured ? ('ok' as const) : ('not_configured' as const);
  return c.json(
    {
      object: 'chain_report' as const,
      environment,
      status: problems.length > 0 ? ('attention' as const) : calmState,
      problems: [...problems],
      chain: isConfigured ? { chainId, finality, ...chainOf(report) } : null,
      newestCheckpoint: newest && {
        id: newest.id,
        treeSize: newest.treeSize,
        signedAt: formatTime(newest.signedAt),
      },
      newestAnchor: report.newestAnchor,
      anchoring: {
        ...anchoringOf(report),
        lag: isConfigured ? { leaves: lag.leaves, seconds: lag.ms / 1000 } : null,
      },
      stuck: report.stuck.map((execution) => ({
        ...execution,
        createdAt: formatTime(execution.createdAt),
      })),
    },
    200,
  );
});

function chainOf({ status }: ChainReport) {
  const { state, detail, address, blockNumber, current, changedAt, checkedAt } = status;
  return {
    state,
    detail,
    address,
    blockNumber,
    genesisHash: current?.genesisHash ?? null,
    changedAt: changedAt > 0 ? formatTime(changedAt) : null,
    checkedAt: checkedAt > 0 ? formatTime(checkedAt) : null,
  };
}

function anchoringOf({ anchoring }: ChainReport) {
  return {
    state: anchoring.state,
    detail: anchoring.detail,
    leaves: anchoring.logSize,
    signedLeaves: anchoring.signedSize,
    anchoredLeaves: anchoring.anchoredSize,
    confirmedLeaves: anchoring.confirmedSize,
    announcedLeaves: anchoring.toldSize,
    lostAnchors: anchoring.lostAnchors,
  };
}

function formatTime(time: number): string {
  return new Date(time).toISOString();
}
