// Plays acts on the real and the naive ledger side by side, one tenant for each sequence, and
// compares everything visible of the two.

import { expect } from 'vitest';
import type { KeyedResult } from '../../db/kernel/keys.ts';
import { acceptTransaction, previewTransaction, settleTransactions } from '../../db/money/calls.ts';
import type { TransactionDraft } from '../../db/transactions/port.ts';
import type { Refusal } from '../../ledger/refusal.ts';
import { draftOf, tellerOf, WORKFLOW } from '../db/teller.ts';
import type { Act, Part, ReleaseStatus, Reverse, RunOut, Send } from './acts.ts';
import { isRefusal, outcomeText, refusalText, reversalText, settlementText } from './answers.ts';
import { expectAsPredicted } from './compare-preview.ts';
import { CURRENCIES, FIRST_DEPOSIT, partOf, transactionOf } from './generated-acts.ts';
import { type NaiveAccount, NaiveLedger, type NaiveTransaction } from './naive-ledger.ts';
import type { Testbed } from './testbed.ts';

/** The real answer to one request, and a function that gives the naive one. */
interface Question {
  readonly real: Promise<string>;
  readonly naive: () => string;
}

export class World {
  readonly model: NaiveLedger;
  readonly tenantId: string;
  readonly answers: string[] = [];
  private readonly testbed: Testbed;
  private readonly drafts = new Map<NaiveTransaction, TransactionDraft>();
  private readonly teller: ReturnType<typeof tellerOf>;

  private constructor(testbed: Testbed) {
    const { store, people, clock, execute } = testbed;
    const balance = async () => null;
    this.testbed = testbed;
    this.model = new NaiveLedger(clock.now());
    this.teller = tellerOf({ store, people, balance, execute });
    this.tenantId = this.teller.tenantId;
  }

  /** A customer with three accounts in EUR, two of them with money, and one in USD. */
  static async open(testbed: Testbed): Promise<World> {
    const world = new World(testbed);
    const customerId = await world.teller.customer();
    const ids = await Promise.all(
      CURRENCIES.map((currency) => world.teller.account({ customerId, currency })),
    );
    world.model.events = 1 + ids.length;
    for (const [index, id] of ids.entries()) {
      world.model.accounts.push({
        id,
        currency: CURRENCIES[index] ?? '',
        status: 'active',
        creditsBlocked: false,
        posted: 0n,
        overdraft: 0n,
      });
    }
    for (const to of [0, 1]) await world.send({ ...FIRST_DEPOSIT, to });
    return world;
  }

  async play(act: Act): Promise<void> {
    const { model, testbed } = this;
    if (act.kind === 'wait') this.wait(act.ms);
    else if (act.kind === 'runOut') await this.runOut(act);
    else if (act.kind === 'sleep') await this.sleep(act.account);
    else if (act.kind === 'limit') await this.limit(act.account, act.overdraft);
    else if (act.kind === 'send') await this.send(act);
    else if (act.kind === 'reverse') await this.reverse(act);
    else if (act.kind === 'settle' && act.faults) await this.settleWithFault(act.transactions);
    else await this.ask(act.kind === 'together' ? act.acts : [act]);
    if (act.kind === 'settle' && act.faults) await testbed.failStepsOf(null);
    const inspector = await testbed.inspector();
    inspector.expectAgreement(this.tenantId, model);
    const account = model.accounts[this.answers.length % model.accounts.length];
    if (account) await inspector.expectReading(this.tenantId, model, account);
  }

  /** Finds a transaction by number: three of four numbers give an open one, when there is one. */
  private pick(number: number): NaiveTransaction | undefined {
    const { transactions } = this.model;
    const any = transactions[number % Math.max(1, transactions.length)];
    if (number % 4 === 0) return any;
    return this.inTurn(number).find(({ status }) => status === 'pending') ?? any;
  }

  /** The same for transactions with an active hold. */
  private pickHeld(number: number): NaiveTransaction | undefined {
    if (number % 4 === 0) return undefined;
    return this.inTurn(number).find(({ hold }) => hold?.status === 'active');
  }

  private readonly picks = (numbers: readonly number[]) =>
    numbers.flatMap((number) => this.pick(number) ?? []);

  /** All transactions, beginning with the number and wrapping around. */
  private inTurn(number: number): readonly NaiveTransaction[] {
    const { transactions } = this.model;
    const from = number % Math.max(1, transactions.length);
    return [...transactions.slice(from), ...transactions.slice(0, from)];
  }

  private wait(ms: number): void {
    this.testbed.clock.move(ms);
    this.model.now = this.testbed.clock.now();
  }

  /** Takes the next transaction with an active hold, so that there nearly always is one. */
  private async runOut(act: RunOut): Promise<void> {
    const hold = this.pickHeld(act.transaction);
    if (!hold?.hold) return;
    this.wait(hold.hold.expiresAt + act.offset - this.model.now);
    if (act.next === 'expire') await this.askAll([this.releasing(hold, 'expired')]);
    if (act.next === 'capture') await this.askAll([this.capturing(hold, 'all')]);
    if (act.next === 'spend') await this.spendAll(hold.from);
  }

  private async spendAll(account: NaiveAccount | null): Promise<void> {
    if (!account || account.posted < 1n) return;
    const from = this.model.accounts.indexOf(account);
    await this.send({ ...FIRST_DEPOSIT, type: 'withdrawal', from, amount: Number(account.posted) });
  }

  // Dormancy and overdrafts are set directly in the database.
  private async sleep(number: number): Promise<void> {
    const account = this.model.accounts[number];
    if (account?.status !== 'active') return;
    account.status = 'dormant';
    await this.testbed.execute(`UPDATE accounts SET status = 'dormant' WHERE id = '${account.id}'`);
  }

  private async limit(number: number, expected: number): Promise<void> {
    const account = this.model.accounts[number];
    if (!account) return;
    const used = this.model.sumPromised(account, 'out', false) - account.posted;
    account.overdraft = BigInt(expected) > used ? BigInt(expected) : used;
    const coming = this.model.sumPromised(account, 'in', false);
    if (account.posted + coming + account.overdraft > 2n ** 53n - 1n) account.overdraft = 0n;
    await this.testbed.execute(
      `UPDATE accounts SET overdraft_limit = ${account.overdraft} WHERE id = '${account.id}'`,
    );
  }

  private async send(send: Send): Promise<void> {
    const number = this.model.transactions.length;
    await this.ask([send]);
    const transaction = this.model.transactions[number];
    if (send.now && transaction) await this.settleAsForeseen(transaction);
  }

  private async reverse(reverse: Reverse): Promise<void> {
    const number = this.model.transactions.length;
    await this.ask([reverse]);
    const transaction = this.model.transactions[number];
    if (reverse.now && transaction) await this.askAll([this.settling([transaction])]);
  }

  /** Checks that a dry run changes nothing and predicts the actual result. */
  private async settleAsForeseen(transaction: NaiveTransaction): Promise<void> {
    const draft = this.drafts.get(transaction);
    const before = await this.money();
    const preview = draft && (await this.testbed.store.run(previewTransaction, draft));
    expect(await this.money()).toBe(before);
    await this.askAll([this.settling([transaction])]);
    if (!preview) throw new Error('no preview');
    expectAsPredicted(preview, transaction, this.model);
  }

  private async money(): Promise<string> {
    return (await this.testbed.inspector()).money(this.tenantId);
  }

  /** Requests all acts at once; the ledger answers in the order of the requests. */
  private ask(acts: readonly Act[]): Promise<void> {
    return this.askAll(acts.flatMap((act) => this.question(act) ?? []));
  }

  private async askAll(questions: readonly Question[]): Promise<void> {
    const before = await this.money();
    const real = await Promise.all(questions.map((question) => question.real));
    const naive = questions.map((question) => question.naive());
    if (real.join() !== naive.join()) expect(real).toEqual(naive);
    this.answers.push(...naive);
    // An acceptance may open an account of the bank; every other refusal changes nothing.
    const refused = naive.every((answer) => answer.split(',').every(isRefusal));
    if (refused) expect(await this.money()).toBe(before);
  }

  private question(act: Act): Question | null {
    if (act.kind === 'send') return this.accepting(act);
    if (act.kind === 'settle') return this.settling(this.picks(act.transactions));
    if (act.kind === 'move') return this.moving(act);
    if (act.kind === 'reverse') return this.reversing(act);
    if (act.kind !== 'capture' && act.kind !== 'release' && act.kind !== 'replay') return null;
    const first = this.pick(act.transaction);
    if (!first) return null;
    if (act.kind === 'replay') return this.replaying(first, act.sameBody);
    if (act.kind === 'release') return this.releasing(first, act.to);
    return this.capturing(this.pickHeld(act.transaction) ?? first, act.part);
  }

  /** Records the id of an accepted transaction; a replay has to return the same id. */
  private noteId(transaction: NaiveTransaction) {
    return ({ id, replayed }: KeyedResult): string => {
      if (replayed) expect(id).toBe(transaction.id);
      else transaction.id = id;
      return replayed ? 'replayed' : 'accepted';
    };
  }

  private releasing(transaction: NaiveTransaction, to: ReleaseStatus): Question {
    const real = this.teller.release(transaction.id, to).then(outcomeText);
    return { real, naive: () => this.model.release(transaction, to) };
  }

  private capturing(transaction: NaiveTransaction, part: Part): Question {
    const amount = partOf(transaction.amount, part);
    const request = amount === null ? null : Number(amount);
    const real = this.teller.capture(transaction.id, request).then(outcomeText);
    return { real, naive: () => this.model.capture(transaction, amount) };
  }

  private reversing({ transaction, part, forced }: Reverse): Question | null {
    const booked = this.inTurn(transaction).filter(({ status }) => status === 'posted');
    const original = transaction % 4 === 0 ? this.pick(transaction) : booked[0];
    if (!original) return null;
    const { amount, currency, from, to } = original;
    const reversal = transactionOf({
      from: to,
      to: from,
      amount,
      currency,
      undoes: original,
      forced,
    });
    const sum = partOf(original.booked || amount, part);
    const request = { amount: sum === null ? null : Number(sum), allowNegative: forced };
    const real = this.teller
      .reverse(original.id, request)
      .then(this.noteId(reversal), reversalText);
    return { real, naive: () => this.model.reverse(reversal, original, sum) };
  }

  private accepting(send: Send): Question | null {
    const { accounts, now, transactions } = this.model;
    const from = send.type === 'deposit' ? null : (accounts[send.from] ?? null);
    const to = send.type === 'withdrawal' ? null : (accounts[send.to] ?? null);
    if (from === to) return null;
    const currency = (from ?? to)?.currency ?? 'EUR';
    const transaction = transactionOf({
      from,
      to,
      amount: BigInt(send.amount),
      currency: send.otherCurrency ? (currency === 'EUR' ? 'USD' : 'EUR') : currency,
      manual: send.manual,
      expiresAt: send.holdMs === null || !send.manual ? null : now + send.holdMs,
    });
    const draft = draftOf(this.tenantId, {
      from: from?.id ?? null,
      to: to?.id ?? null,
      amount: send.amount,
      currency: transaction.currency,
      capture: transaction.manual ? 'manual' : 'automatic',
      holdExpiresAt: transaction.expiresAt,
      key: `key-${this.drafts.size}-${transactions.length}`,
    });
    this.drafts.set(transaction, draft);
    const real = this.testbed.store
      .run(acceptTransaction, draft)
      .then(this.noteId(transaction), refusalText);
    return { real, naive: () => this.model.accept(transaction) };
  }

  private settling(ones: readonly NaiveTransaction[]): Question {
    const ids = ones.map(({ id }) => id);
    return {
      real: this.testbed.store
        .run(settleTransactions, { ids, workflow: WORKFLOW })
        .then(settlementText),
      naive: () => ones.map((item) => this.model.settle(item).split(' ')[0]).join(),
    };
  }

  /** Settles a group with one failing member: only that member is undone. */
  private async settleWithFault(numbers: readonly number[]): Promise<void> {
    const ones = this.picks(numbers);
    const bad = ones.find((item) => !item.settled && item.status === 'pending');
    if (!bad) return this.ask([{ kind: 'settle', transactions: numbers, faults: false }]);
    await this.testbed.failStepsOf(bad.id);
    const ids = ones.map(({ id }) => id);
    const settled = this.testbed.store.run(settleTransactions, { ids, workflow: WORKFLOW });
    if (ids.length === 1) {
      await expect(settled).rejects.toThrow('injected fault');
      this.answers.push('fault alone');
      return;
    }
    const naive = ones.map((item) =>
      item === bad ? 'fault' : this.model.settle(item).split(' ')[0],
    );
    expect(settlementText(await settled)).toBe(naive.join());
    this.answers.push('fault in a group');
  }

  private replaying(transaction: NaiveTransaction, sameBody: boolean): Question | null {
    const draft = this.drafts.get(transaction);
    if (!draft) return null;
    const other = { ...draft, requestHash: Buffer.alloc(32, 1) };
    const { store } = this.testbed;
    const real = store
      .run(acceptTransaction, sameBody ? draft : other)
      .then(this.noteId(transaction), refusalText);
    return { real, naive: () => (sameBody ? 'replayed' : 'idempotency_key_reused') };
  }

  private moving({ account, to, all }: Extract<Act, { kind: 'move' }>): Question | null {
    const holder = this.model.accounts[account];
    if (!holder) return null;
    const real = this.teller.changeStatus(holder.id, to, { creditsBlocked: all }).then(
      ({ replayed }) => (replayed ? 'replayed' : 'done'),
      ({ code }: Refusal) => code,
    );
    return { real, naive: () => this.model.move(holder, to, all) };
  }
}
