// Settings of the tests' Temporal server: on loopback, without TLS, with the bank's namespaces.

import { readConfig } from '../../../bank/config/settings.ts';
import type { TemporalAccess } from '../../../bank/config/temporal.ts';

export const plainTemporal = (address: string): TemporalAccess =>
  readConfig({ TEMPORAL_ADDRESS: address }).temporal;
