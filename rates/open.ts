// Opens the rates that the settings name, for all ledgers of this process.

import type { Logger } from 'pino';
import type { ExchangeConfig } from '../config/exchange.ts';
import type { RateTable } from '../ledger/rates.ts';
import { openRateBoard, type RateBoard } from './board.ts';
import { ECB_URL, ecbRates } from './ecb.ts';
import { fileRates, SNAPSHOT } from './file.ts';
import { OPEN_EXCHANGE_RATES_URL, openExchangeRates } from './open-exchange-rates.ts';
import type { RateProvider } from './provider.ts';

export interface Rates extends Pick<RateBoard, 'started' | 'stop'> {
  /** The rates that a ledger of the environment may use, with their terms. */
  termsOf(environment: 'sandbox' | 'production'): {
    readonly latest: () => RateTable | null;
    readonly maxAgeMs: number;
    readonly servesStale: boolean;
    readonly spreadBps: number;
  };
}

/**
 * Starts to read the rates. The sandbox goes on with stale ones, production by KONTOR_RATES_STALE
 * only.
 */
export function openRates(config: ExchangeConfig, log: Logger): Rates {
  const board = openRateBoard(providerOf(config), log);
  const { maxAgeMs, spreadBps } = config;
  return {
    started: board.started,
    stop: board.stop,
    termsOf: (environment) => ({
      latest: board.latest,
      maxAgeMs,
      servesStale: environment === 'sandbox' || config.servesStale,
      spreadBps,
    }),
  };
}

function providerOf({ provider, from, appId }: ExchangeConfig): RateProvider {
  switch (provider) {
    case 'file':
      return fileRates(from ?? SNAPSHOT);
    case 'ecb':
      return ecbRates({ url: from ?? ECB_URL });
    default:
      return openExchangeRates(appId ?? '', { url: from ?? OPEN_EXCHANGE_RATES_URL });
  }
}
