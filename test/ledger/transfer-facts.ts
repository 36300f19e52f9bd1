// A notation for tables of decisions. Each cell states an account, an order or an answer:
//   account  status posted [held n] [coming n] [limit n] [no-debits] [no-credits] [in CUR]
//            `limit` is the overdraft; `bank n` is a settlement account
//   order    amount [CUR] [manual] [via rail]
//   hold     amount [expired]
//   answer   post a b (balances afterwards) | hold n | code field

import { ACCOUNT_STATUSES, type LedgerAccount } from '../../ledger/account.ts';
import { RAILS } from '../../ledger/transaction.ts';
import type { Decision, HeldMoney, TransferOrder } from '../../ledger/transfer.ts';

/** Reads an amount such as `2^53-1`. */
function amountOf(word: string): bigint {
  const power = /^(-?)2\^(\d+)([+-]\d+)?$/.exec(word);
  if (!power) return BigInt(word);
  const size = 2n ** BigInt(power[2] ?? 0);
  return (power[1] === '-' ? -size : size) + BigInt(power[3]?.replace('+', '') ?? 0);
}

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}

function wordAfter(words: readonly string[], word: string): string | undefined {
  const index = words.indexOf(word);
  return index < 0 ? undefined : words[index + 1];
}

export function accountOf(id: string, text: string): LedgerAccount {
  const words = wordsOf(text);
  const [first = '', posted = '0'] = words;
  const isBank = first === 'bank';
  const status = isBank ? 'active' : ACCOUNT_STATUSES.find((item) => item === first);
  if (!status) throw new Error(`no status: ${text}`);
  return {
    id,
    kind: isBank ? 'settlement' : 'customer',
    currency: wordAfter(words, 'in') ?? 'EUR',
    status,
    debitsBlocked: words.includes('no-debits'),
    creditsBlocked: words.includes('no-credits'),
    posted: amountOf(posted),
    held: amountOf(wordAfter(words, 'held') ?? '0'),
    pendingIn: amountOf(wordAfter(words, 'coming') ?? '0'),
    overdraftLimit: amountOf(wordAfter(words, 'limit') ?? '0'),
  };
}

export function orderOf(text: string): TransferOrder {
  const words = wordsOf(text);
  const [amount = '1', currency = 'EUR'] = words;
  return {
    amount: amountOf(amount),
    currency: /^[A-Z]{3}$/.test(currency) ? currency : 'EUR',
    capture: words.includes('manual') ? 'manual' : 'automatic',
    rail: RAILS.find((rail) => rail === wordAfter(words, 'via')) ?? null,
  };
}

export function holdOf(text: string): HeldMoney {
  const words = wordsOf(text);
  return { amount: amountOf(words[0] ?? '0'), expired: words.includes('expired') };
}

/** Fields of the request by their JSON pointers. */
const FIELDS: Readonly<Record<string, string>> = {
  '/amount': 'amount',
  '/currency': 'currency',
  '/destinationAccountId': 'payee',
  '/externalParty/method': 'rail',
  '/sourceAccountId': 'payer',
};

/** The decision in the notation of the table. */
export function answerOf(decision: Decision): string {
  if (decision.kind === 'hold') return `hold ${decision.amount}`;
  if (decision.kind === 'submit') return `submit ${decision.amount}`;
  if (decision.kind === 'approval') return `approval ${decision.amount}`;
  if (decision.kind === 'decline') {
    const { code, pointer } = decision.rejection;
    return `${code} ${pointer === null ? '-' : FIELDS[pointer]}`;
  }
  if (decision.kind === 'confirmation') return 'confirmation';
  return `post ${decision.legs.map((leg) => leg.balanceAfter).join(' ')}`;
}

/** An answer with powers replaced by numbers, for comparison. */
export function plainAnswer(text: string): string {
  return wordsOf(text)
    .map((word) => (word.includes('^') ? String(amountOf(word)) : word))
    .join(' ');
}

/** Reads a table: cells between bars, one row a line; the first line names the columns. */
export function rowsOf<Column extends string>(table: string): Record<Column, string>[] {
  const [head = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.map((cells) => {
    if (cells.length !== head.length) throw new Error(`not ${head.length} cells: ${cells}`);
    return Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ''])) as Record<
      Column,
      string
    >;
  });
}
