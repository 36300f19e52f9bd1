// Sanctions screening in a running bank: opens the lists, sets the treatment of stale lists in each
// environment, and watches the age of the lists.

import type { Logger } from 'pino';
import { type Networks, openNetworks } from '../ai/risk/networks.ts';
import {
  type OpenedScreening,
  openScreening,
  type Screening,
  selectStale,
} from '../ai/screening/open.ts';
import { createPartyScreen, type PartyScreen } from '../ai/screening/parties.ts';
import { openSanctions } from '../ai/watchlists/open-sanctions.ts';
import { NO_PROVIDER } from '../ai/watchlists/provider.ts';
import type { EnvironmentName } from '../db/kernel/environment.ts';
import type { UnscreenedPolicy } from '../ledger/decisions/risk.ts';
import type { ScreeningConfig } from './config/screening.ts';
import type { Config } from './config/settings.ts';
import type { Metrics } from './metrics/metrics.ts';

export interface BankScreening {
  readonly screening: OpenedScreening;
  readonly parties: Readonly<Record<EnvironmentName, PartyScreen>>;
  /** Treatment of a payment whose external party could not be screened. */
  readonly unscreened: Readonly<Record<EnvironmentName, UnscreenedPolicy>>;
  /** Anonymising networks; null without lists from the operator. */
  readonly networks: Networks | null;
}

/**
 * Opens the lists for both environments.
 * @throws ListFileError, NetworkFileError when the operator's file cannot be read
 */
export function openBankScreening(config: ScreeningConfig): BankScreening {
  const { lists, maxAgeMs, atStale } = config;
  const screening = openScreening(lists, maxAgeMs);
  return {
    screening,
    parties: {
      sandbox: createPartyScreen(screening),
      production: createPartyScreen(screening, { atStale: 'not_run' }),
    },
    unscreened: { sandbox: 'alert', production: atStale === 'refuse' ? 'refuse' : 'hold' },
    networks: openNetworks(config.networks),
  };
}

/** Reads the lists in advance, adds the metrics of their age, and warns when they are stale. */
export function watchLists(
  screening: Screening,
  { metrics, log }: { readonly metrics: Metrics; readonly log: Logger },
): void {
  metrics.watchLists(screening);
  warnOfStale(screening, log);
}

/** Logs the stale lists, on which production does not rely. */
export function warnOfStale(screening: Screening, log: Logger): void {
  const warn = async () => {
    const { lists } = await screening.screener();
    const stale = selectStale(lists, screening.maxAgeMs, Date.now());
    if (stale.length === 0) return;
    const staleLists = stale.map(({ code, asOf, retrievedAt }) => ({ code, asOf, retrievedAt }));
    const label = 'sanctions lists are stale: production does not rely on them';
    log.warn({ lists: staleLists }, `${label} (docs/build/screening.md)`);
  };
  warn().catch((error) => log.error({ err: error }, 'the sanctions lists cannot be read'));
}

/** Interval of checks for a new file of lists. */
const CHECK_EVERY_MS = 60_000;

/**
 * Loads a new file of lists while the bank runs. An invalid file is logged, and the earlier lists
 * stay in use.
 * @param renewed called after new lists were loaded
 */
export function refreshLists(
  screening: Pick<OpenedScreening, 'refresh'>,
  { log, renewed }: { readonly log: Logger; readonly renewed: () => void },
  everyMs = CHECK_EVERY_MS,
): { stop(): void } {
  let isChecking = false;
  const checkLists = async () => {
    if (isChecking) return;
    isChecking = true;
    try {
      if ((await screening.refresh()) === 'as_before') return;
      log.info('the sanctions lists are renewed');
      renewed();
    } catch (error) {
      log.error(
        { err: error },
        'the new file of sanctions lists is invalid: the earlier lists stay in use',
      );
    } finally {
      isChecking = false;
    }
  };
  const timer = setInterval(checkLists, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}

/** The sources against which customers' names are screened: the bank's lists and a provider. */
export function nameSources({ watchlist }: Pick<Config, 'watchlist'>, screening: Screening) {
  return { screening, watchlist: watchlist === null ? NO_PROVIDER : openSanctions(watchlist) };
}
