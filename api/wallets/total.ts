// Computes the total of a wallet in one currency at middle rates, without the bank's spread.

import type { RatesInForce } from '../../db/exchange/market.ts';
import { ledgerMarket } from '../../db/exchange/market.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { WalletView } from '../../db/wallets/view.ts';
import { exponentOf } from '../../ledger/currency.ts';
import { MAX_AMOUNT, toJson } from '../../ledger/money.ts';
import { formatDecimal, midRate, roundRatio } from '../../ledger/rates.ts';
import { computeValue } from '../../ledger/valuation.ts';
import { fieldProblem, Problem } from '../kit/errors.ts';

const FIGURES = ['posted', 'current', 'available'] as const;
type Figure = (typeof FIGURES)[number];

/** @throws Problem when there are no usable rates, or no rate of a currency */
export function computeTotal({ database }: Ledger, { balances }: WalletView, currency: string) {
  const otherCurrencies = balances
    .map((balance) => balance.currency)
    .filter((code) => code !== currency);
  const currentRates = otherCurrencies.length === 0 ? null : ledgerMarket(database).rates();
  if (otherCurrencies.length > 0 && !currentRates) {
    throw new Problem('rates_unavailable', undefined, { retryAfterSeconds: 60 });
  }
  const sum = (figure: Figure): number | null => {
    const holdings = balances.map((balance) => ({
      currency: balance.currency,
      amount: BigInt(balance[figure]),
    }));
    const valued = computeValue(currency, holdings, currentRates?.table ?? null);
    if (valued.kind === 'no_rate') throw rateProblem(valued.currency);
    const { amount } = valued;
    return amount > MAX_AMOUNT || amount < -MAX_AMOUNT ? null : toJson(amount);
  };
  return {
    currency,
    currencyExponent: exponentOf(currency),
    posted: sum('posted'),
    current: sum('current'),
    available: sum('available'),
    rounding: 'down' as const,
    rates: currentRates && ratesView(currentRates, otherCurrencies, currency),
  };
}

function ratesView(
  { table, stale }: RatesInForce,
  otherCurrencies: readonly string[],
  currency: string,
) {
  return {
    source: table.source,
    asOf: new Date(table.asOf).toISOString(),
    stale,
    mid: otherCurrencies.map((from) => {
      const rate = midRate(table, from, currency);
      if (!rate) throw rateProblem(from);
      return { currency: from, rate: formatDecimal(roundRatio(rate, 'nearest')) };
    }),
  };
}

function rateProblem(currency: string): Problem {
  const message = `No exchange rate for ${currency} is available now.`;
  return fieldProblem('rate_not_available', 'currency', message);
}
