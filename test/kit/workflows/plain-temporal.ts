// The Temporal server of the tests: on loopback, without TLS, with the namespaces that a bank expects.

import { readConfig } from '../../../config/settings.ts';
import type { TemporalAccess } from '../../../config/temporal.ts';

export const plainTemporal = (address: string): TemporalAccess =>
  readConfig({ TEMPORAL_ADDRESS: address }).temporal;
