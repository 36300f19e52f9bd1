// Opens the exchange rates of the settings, for all ledgers of this process.

import type { Logger } from 'pino';
import type { RateTable } from '../../ledger/rates.ts';
import type { ExchangeConfig } from '../config/exchange.ts';
import { openRateBoard, type RateBoard } from './board.ts';
import { ECB_URL, readEcbRates } from './ecb.ts';
import { fileRates, SNAPSHOT } from './file.ts';
import { OPEN_EXCHANGE_RATES_URL, openExchangeRates } from './open-exchange-rates.ts';
import type { RateProvider } from './provider.ts';

export interface Rates extends Pick<RateBoard, 'started' | 'stop'> {
  /** The rates for ledgers of an environment, with their terms. */
  termsOf(environment: 'sandbox' | 'production'): {
    readonly latest: () => RateTable | null;
    readonly maxAgeMs: number;
    readonly servesStale: boolean;
    readonly spreadBps: number;
  };
}

/**
 * Starts to read the rates. The sandbox uses stale rates; production does only when
 * KONTOR_RATES_STALE is `serve`.
 */
export function openRates(config: ExchangeConfig, log: Logger): Rates {
  const board = openRateBoard(createProvider(config), log);
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

function createProvider({ provider, from, appId }: ExchangeConfig): RateProvider {
  switch (provider) {
    case 'file':
      return fileRates(from ?? SNAPSHOT);
    case 'ecb':
      return readEcbRates({ url: from ?? ECB_URL });
    default:
      return openExchangeRates(appId ?? '', { url: from ?? OPEN_EXCHANGE_RATES_URL });
  }
}
