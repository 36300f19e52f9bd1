// The SQLite implementation of the store: wires the acts together and runs each one inside the
// group commit. Everything it writes goes through here.

import type { KeyObject } from 'node:crypto';
import { logSigner, originOf } from '../chain/checkpoint.ts';
import type { AccountChange } from './accounts/acts.ts';
import { alertActs } from './alerts/acts.ts';
import type { AlertActs } from './alerts/port.ts';
import { amlActs } from './aml/acts.ts';
import type { AmlActs } from './aml/port.ts';
import type { ApprovalOrder, ApprovalOutcome } from './approvals/acts.ts';
import {
  accountApprovalWriter,
  type UnfreezeDecision,
  type UnfreezeOrder,
  type UnfreezeOutcome,
} from './approvals/unfreeze.ts';
import type { BatchActs } from './batches/port.ts';
import { anchoredNews } from './chain/anchored-events.ts';
import { type AnchorBook, anchorBook } from './chain/anchoring.ts';
import { chainTransactionWriter } from './chain/orders.ts';
import { type ChainBook, chainBook } from './chain/signing.ts';
import { creditActs } from './credit/acts.ts';
import type { CreditActs } from './credit/port.ts';
import type { CustomerChange, CustomerOrder, CustomerOutcome } from './customers/acts.ts';
import { deploymentActs } from './deployments/acts.ts';
import type { DeploymentActs } from './deployments/port.ts';
import { eventLog } from './events/acts.ts';
import { type PlatformNews, platformNews } from './events/platform-events.ts';
import { type Market, type MarketTerms, marketOf, NO_MARKET } from './exchange/market.ts';
import { type QuoteActs, quoteActs, quoteWriter } from './exchange/quotes.ts';
import type { ExecutionStore } from './executions/port.ts';
import { executionWriter } from './executions/rows.ts';
import { type BusinessClock, businessClock } from './kernel/clock.ts';
import { type Database, openDatabase } from './kernel/connect.ts';
import { keyBook } from './kernel/keys.ts';
import type { KycActs } from './kyc/port.ts';
import type { LaneStore } from './lane.ts';
import type { LimitOrder, LimitOutcome } from './limits/acts.ts';
import { type CheckpointView, checkpointView } from './log/checkpoint-view.ts';
import { checkpointWriter } from './log/checkpoints.ts';
import { type ErasureOrder, type ErasureOutcome, leafEraser } from './log/erasures.ts';
import { type LogReader, logReader } from './log/tree.ts';
import type { MfaActs } from './mfa/port.ts';
import { modelActs } from './models/acts.ts';
import type { ModelActs } from './models/port.ts';
import type { OverdraftOrder, OverdraftOutcome } from './overdrafts/acts.ts';
import type { ReviewOrder, ReviewOutcome, SimulatedHit } from './risk/acts.ts';
import type { RiskDesk } from './risk/judge.ts';
import type { RiskActs } from './risk/port.ts';
import { riskActs } from './risk/score.ts';
import type { ScheduleDesk } from './schedules/scheduling.ts';
import { type HitOrder, type HitOutcome, hitWriter } from './screening/acts.ts';
import { rescreeningActs } from './screening/rescreening.ts';
import type { RescreeningActs } from './screening/rescreening-reads.ts';
import { trainingActs } from './trainings/acts.ts';
import type { TrainingActs } from './trainings/port.ts';
import { moneyActs, portsOf } from './transactions/acts.ts';
import type { AccountOutcome, EnvironmentName, Store } from './transactions/port.ts';
import { type WalletActs, walletActs } from './wallets/acts.ts';
import { deliveryActs } from './webhooks/acts.ts';
import type { EndpointActs } from './webhooks/endpoint-port.ts';
import { endpointWriter } from './webhooks/endpoints.ts';
import type { DeliveryActs } from './webhooks/port.ts';

/** One environment's ledger: the money port, the plain writes, and the handle for reads. */
export interface Ledger {
  readonly environment: EnvironmentName;
  readonly livemode: boolean;
  /** Temporal task queue of this ledger's workflows, the same in every process that opens it. */
  readonly taskQueue: string;
  readonly database: Database;
  /** The bank's clock: milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** What time it is for a developer: what is due and what has run out goes by it. */
  readonly clock: BusinessClock;
  /** Id of the workflow that runs the schedules. */
  readonly schedulesWorkflowId: string;
  readonly store: Store;
  /** What is to be sent to the chain, and what became of it. */
  readonly chain: ChainBook;
  /** What of the log is on the chain, or on its way there. */
  readonly anchors: AnchorBook;
  readonly batches: BatchActs;
  /** Accepts and settles in one commit, for the lane. */
  readonly lane: LaneStore;
  /** Executions of smart-contract functions. */
  readonly executions: ExecutionStore;
  readonly wallets: WalletActs;
  createCustomer(order: CustomerOrder): Promise<CustomerOutcome>;
  changeCustomer(change: CustomerChange): Promise<CustomerOutcome>;
  /** Writes down whether a customer is the one on a list. */
  decideScreeningHit(order: HitOrder): Promise<HitOutcome>;
  /** Rounds over all names that are known, when the lists have changed. */
  readonly rescreening: RescreeningActs;
  /** Runs of the monitor for money laundering, alerts and cases. */
  readonly aml: AmlActs;
  changeAccount(change: AccountChange): Promise<AccountOutcome>;
  /** Reads of the log's tree that proofs are made of. */
  readonly log: LogReader;
  readonly schedules: ScheduleDesk;
  /**
   * Signs what was appended to the log since the last checkpoint, at most 8,192 leaves at a time,
   * and returns the newest checkpoint; null while the log is empty. Repeating it is safe.
   * @throws Error when the ledger was opened without a key, or the log lost what was signed
   */
  signCheckpoint(): Promise<CheckpointView | null>;
  /** Erases the content of a transaction's leaf; hash and proofs stay. */
  eraseLeaf(order: ErasureOrder): Promise<ErasureOutcome>;
  readonly endpoints: EndpointActs;
  readonly deliveries: DeliveryActs;
  /** The exchange rates in force and the bank's terms. */
  readonly market: Market;
  readonly quotes: QuoteActs;
  setOverdraft(order: OverdraftOrder): Promise<OverdraftOutcome>;
  replaceLimits(order: LimitOrder): Promise<LimitOutcome>;
  /** Writes down what a second person decided; the workflow then acts on it. */
  decideApproval(order: ApprovalOrder): Promise<ApprovalOutcome>;
  /** Ends a freeze as an operator, or asks for the second one that it takes. */
  unfreeze(order: UnfreezeOrder): Promise<UnfreezeOutcome>;
  decideUnfreeze(order: UnfreezeDecision): Promise<ApprovalOutcome>;
  /** Alerts about balances, and the look at what has changed. */
  readonly alerts: AlertActs;
  /** Second factors of customers. */
  readonly mfa: MfaActs;
  /** Assessments of customers' identities. */
  readonly kyc: KycActs;
  /** Credit assessments and the decisions about them. */
  readonly credit: CreditActs;
  /** Decisions about the risk of payments that nobody has asked to make. */
  readonly risk: RiskActs;
  /** What people say to what was held or let through. */
  decideReview(order: ReviewOrder): Promise<ReviewOutcome>;
  /** Plans what the next payments of a sandbox account meet. */
  simulateHit(order: SimulatedHit): Promise<void>;
  /** Versions of models. */
  readonly models: ModelActs;
  /** How versions of models come to decide, and are taken back. */
  readonly deployments: DeploymentActs;
  /** Trainings of models, and the data sets brought for them. */
  readonly trainings: TrainingActs;
  /** What became of keys and applications, which the platform knows; once each. */
  tell(news: PlatformNews): Promise<void>;
  close(): void;
}

/** What a desk that judges payments is made of. */
interface RiskParts {
  readonly database: Database;
  readonly market: Market;
  readonly now: () => number;
}

export interface LedgerOptions {
  readonly environment: EnvironmentName;
  /** Path of the database file, or `:memory:`. */
  readonly file: string;
  /** Milliseconds since 1970 UTC. */
  readonly now?: () => number;
  /** Left out: this ledger exchanges nothing. */
  readonly market?: MarketTerms;
  /** Who judges payments; left out: nobody does. */
  readonly risk?: (parts: RiskParts) => RiskDesk;
  /** Days without use after which an account rests; 0: never. Left out: a year. */
  readonly dormancyDays?: number;
  readonly failPoint?: (name: string) => void;
  /** Ed25519 private key that the log signs with; without it nothing is signed. */
  readonly logKey?: KeyObject;
}

const DORMANCY_DAYS = 365;

/** Opens (creates, migrates) the ledger of one environment. */
export function openLedger(options: LedgerOptions): Ledger {
  const { now = Date.now, failPoint = () => {}, dormancyDays = DORMANCY_DAYS } = options;
  const livemode = options.environment === 'production';
  const database = openDatabase(options.file, 'ledger');
  claimEnvironment(database, options.environment);
  const name = nameOf(database);
  const origin = originOf(options.environment, name);
  const signer = options.logKey ? logSigner(origin, options.logKey) : null;
  const emit = eventLog(database);
  const taskQueue = `bank-${name}`;
  const workflowId = `schedules/${taskQueue}`;
  const clock = businessClock(database, options.environment, now);
  const keys = keyBook(database);
  const deps = { database, emit, keys, livemode, now, clock, workflowId, failPoint };
  const market = marketOf(options.market ?? NO_MARKET, now);
  const quotes = quoteWriter({ ...deps, market });
  const desk = options.risk?.({ database, market, now }) ?? null;
  const hits = hitWriter(deps);
  const money = moneyActs({ ...deps, market, quotes, dormancyDays, desk, hits });
  const freezes = accountApprovalWriter({ ...deps, accounts: money.accounts });
  const { customers, kyc } = money.identities;
  const log = logReader(database);
  const sign = checkpointWriter({ ...deps, log, signer });
  const erase = leafEraser(deps);
  const orders = chainTransactionWriter(database, now);
  const tellLeaves = anchoredNews({ ...deps, log });
  const endpoints = endpointWriter(deps);
  const tellNews = platformNews(deps);
  const executions = executionWriter({ ...deps, acts: money.holding, orders });
  return {
    environment: options.environment,
    livemode,
    taskQueue,
    schedulesWorkflowId: workflowId,
    clock,
    database,
    now,
    ...portsOf(database, money, executions),
    ...ordersOf(database, money),
    chain: chainBook(database, orders, now),
    anchors: anchorBook(database, orders, tellLeaves, now),
    wallets: walletActs({ ...deps, accounts: money.accounts }),
    createCustomer: (order) => database.write(() => customers.create(order)),
    rescreening: rescreeningActs({ ...deps, hits, customers }),
    decideScreeningHit: (order) => database.write(() => hits.decide(order)),
    aml: amlActs({ ...deps, hits }),
    changeCustomer: (change) => database.write(() => customers.change(change)),
    changeAccount: (change) => database.write(() => money.accounts.rename(change)),
    log,
    schedules: money.schedules.desk,
    async signCheckpoint() {
      const row = await database.write(sign);
      return row && checkpointView(row, livemode);
    },
    eraseLeaf: (order) => database.write(() => erase(order)),
    market,
    quotes: quoteActs(database, quotes),
    endpoints: endpointActs(database, endpoints),
    alerts: alertActs({ ...deps, limits: money.limits }),
    deliveries: deliveryActs({ ...deps, endpoints }),
    mfa: mfaActs(database, money),
    kyc,
    credit: creditActs(deps),
    risk: riskActs({ ...deps, money }),
    models: modelActs(deps),
    deployments: deploymentActs(deps),
    trainings: trainingActs(deps),
    unfreeze: (order) => database.write(() => freezes.unfreeze(order)),
    decideUnfreeze: (order) => database.write(() => freezes.decide(order)),
    tell: (news) => database.write(() => tellNews(news)),
    close: () => database.close(),
  };
}

type Orders = 'setOverdraft' | 'replaceLimits' | 'decideApproval' | 'decideReview' | 'simulateHit';

function ordersOf({ write }: Database, money: ReturnType<typeof moneyActs>): Pick<Ledger, Orders> {
  return {
    setOverdraft: (order) => write(() => money.overdrafts.set(order)),
    replaceLimits: (order) => write(() => money.limits.replace(order)),
    decideApproval: (order) => write(() => money.approvals.decide(order)),
    decideReview: (order) => write(() => money.risk.decideReview(order)),
    simulateHit: (hit) => write(() => money.risk.simulate(hit)),
  };
}

function mfaActs({ write }: Database, { mfa, stepUps }: ReturnType<typeof moneyActs>): MfaActs {
  return {
    enable: (order) => write(() => mfa.enable(order)),
    activate: (order) => write(() => mfa.activate(order)),
    renewRecovery: (order) => write(() => mfa.renewRecovery(order)),
    disable: (order) => write(() => mfa.disable(order)),
    confirm: (order) => write(() => stepUps.confirm(order)),
  };
}

function endpointActs(
  { write }: Database,
  endpoints: ReturnType<typeof endpointWriter>,
): EndpointActs {
  return {
    create: (order) => write(() => endpoints.create(order)),
    change: (change) => write(() => endpoints.change(change)),
    rotateSecret: (rotation) => write(() => endpoints.rotateSecret(rotation)),
    remove: (act) => write(() => endpoints.remove(act)),
    ping: (act) => write(() => endpoints.ping(act)),
    stop: (stop) => write(() => endpoints.stop(stop)),
  };
}

/** A file belongs to the environment that opened it first, and to no other. */
function claimEnvironment({ raw }: Database, environment: EnvironmentName): void {
  raw.prepare('INSERT INTO environment VALUES (1, ?) ON CONFLICT DO NOTHING').run(environment);
  const owner = raw.prepare<[], string>('SELECT name FROM environment').pluck().get();
  if (owner !== environment) throw new Error(`this is a ledger of ${owner}, not of ${environment}`);
}

/** The random name that a ledger keeps for life. */
function nameOf({ raw }: Database): string {
  return raw.prepare<[], string>('SELECT name FROM ledger').pluck().get() ?? '';
}
