// The operations about exchange rates and quotes.

import type { Operation } from '../kit/operation.ts';
import { createQuote, getQuote } from './quotes.ts';
import { listExchangeRates } from './rates.ts';

export const EXCHANGE_OPERATIONS: readonly Operation[] = [listExchangeRates, createQuote, getQuote];
