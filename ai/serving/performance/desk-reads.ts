// Reads of a whole ledger about models' answers and people's decisions, each on one snapshot.

import type { Reader, ReadThread } from '../../../db/kernel/read-thread.ts';
import { type DeskOrder, deskFigures } from './desk-figures.ts';
import { type LiveOrder, liveOf } from './watch.ts';

export const DESK_READS = {
  riskDesk: (reader: Reader, order: DeskOrder) =>
    reader.database.read(() => deskFigures(reader, order)),
  modelLive: (reader: Reader, order: LiveOrder) => liveOf(reader, order),
};

export type DeskThread = ReadThread<typeof DESK_READS>;
