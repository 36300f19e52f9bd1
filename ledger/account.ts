// Accounts as the money rules see them: kinds, life cycle, and derived figures. A positive balance
// is money that the bank owes the holder.

export const ACCOUNT_TYPES = ['checking', 'savings', 'business'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const ACCOUNT_STATUSES = [
  'pending',
  'active',
  'frozen',
  'dormant',
  'closed',
  'rejected',
] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export const FREEZE_REASONS = [
  'fraud',
  'aml',
  'court_order',
  'customer_request',
  'operator',
] as const;
export type FreezeReason = (typeof FREEZE_REASONS)[number];

/** Texts for freezes whose operator gave no reason in words. */
export const FREEZE_MEANINGS: Readonly<Record<FreezeReason, string>> = {
  customer_request: 'The customer asked for it.',
  fraud: 'Fraud is suspected.',
  aml: 'The bank is investigating the account.',
  court_order: 'A court or an authority ordered it.',
  operator: 'The bank froze the account.',
};

/**
 * Profit and loss accounts of manual entries: losses written off, goodwill, refunded fees, and
 * remainders of corrections.
 */
export const PROFIT_AND_LOSS = [
  'write_off_loss',
  'goodwill_expense',
  'fee_waivers',
  'corrections',
] as const;
export type ProfitAndLoss = (typeof PROFIT_AND_LOSS)[number];

/**
 * `settlement` is the bank's side of deposits and withdrawals, `position` its side of exchanges,
 * `fee_income` its income from fees. Only `customer` accounts have a lower bound.
 */
export const ACCOUNT_KINDS = [
  'customer',
  'settlement',
  'position',
  'fee_income',
  ...PROFIT_AND_LOSS,
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** The fields of an account that the money rules use. Amounts in minor units. */
export interface LedgerAccount {
  readonly id: string;
  readonly kind: AccountKind;
  readonly currency: string;
  readonly status: AccountStatus;
  readonly debitsBlocked: boolean;
  readonly creditsBlocked: boolean;
  readonly posted: bigint;
  /** Sum of active holds that have not expired. */
  readonly held: bigint;
  /** Sum of active holds in favour of this account, including expired ones. */
  readonly pendingIn: bigint;
  readonly overdraftLimit: bigint;
}

const EDGES: Readonly<Record<AccountStatus, readonly AccountStatus[]>> = {
  pending: ['active', 'rejected', 'closed'],
  active: ['frozen', 'dormant', 'closed'],
  frozen: ['active', 'closed'],
  dormant: ['active', 'closed'],
  closed: [],
  rejected: [],
};

/** True when an account may go from one status to the other. */
export function canAccountBecome(from: AccountStatus, to: AccountStatus): boolean {
  return EDGES[from].includes(to);
}

/** `posted − held`: the amount that can be spent without an overdraft. */
export function availableOf(account: Pick<LedgerAccount, 'posted' | 'held'>): bigint {
  return account.posted - account.held;
}

/** `available` plus the unused overdraft: the largest possible debit. */
export function spendableOf(
  account: Pick<LedgerAccount, 'posted' | 'held' | 'overdraftLimit'>,
): bigint {
  return availableOf(account) + account.overdraftLimit;
}

/** The part of the overdraft that booked and held money uses. */
export function overdraftUsedOf(account: Pick<LedgerAccount, 'posted' | 'held'>): bigint {
  const available = availableOf(account);
  return available < 0n ? -available : 0n;
}

export const ACCOUNT_EVENTS = [
  { type: 'account.created', object: 'account', when: 'An account was opened.' },
  { type: 'account.activated', object: 'account', when: 'An account became active.' },
  { type: 'account.frozen', object: 'account', when: 'Debits of an account are blocked.' },
  { type: 'account.unfrozen', object: 'account', when: 'Debits of an account are allowed again.' },
  {
    type: 'account.dormant',
    object: 'account',
    when: 'Debits of a long unused account are blocked.',
  },
  { type: 'account.reactivated', object: 'account', when: 'A dormant account is active again.' },
  { type: 'account.closed', object: 'account', when: 'An account was closed.' },
  {
    type: 'account.rejected',
    object: 'account',
    when: 'An account was rejected before it became active.',
  },
  {
    type: 'account.updated',
    object: 'account',
    when: 'The name or metadata of an account changed.',
  },
] as const;

/** Appends two check digits so that the whole number is 1 modulo 97 (ISO 7064). */
export function accountNumberOf(sequence: number): string {
  const check = 98n - ((BigInt(sequence) * 100n) % 97n);
  return `${sequence}${check.toString().padStart(2, '0')}`;
}

/**
 * Normalises an account number: removes blanks and whatever punctuation people write between
 * digits, and the word IBAN before them, and replaces look-alikes from documents, such as wide
 * digits.
 */
export function normaliseAccountNumber(number: string): string {
  const plainNumber = number.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
  // No country has the code IB.
  return plainNumber.toUpperCase().replace(/^IBAN/, '');
}

/** True for a valid account number of this bank; the account need not exist. */
export function isAccountNumber(text: string): boolean {
  return /^\d{12}$/.test(text) && BigInt(text) % 97n === 1n;
}
