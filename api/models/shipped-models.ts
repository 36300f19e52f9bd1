// Registers the shipped models in each ledger when it is opened. Their files were probed when they
// were made (a test repeats it); here their hashes are checked.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from '../../db/ledger.ts';
import { registerVersion } from '../../db/models/acts.ts';
import { hasPlatformModel } from '../../db/models/reads.ts';
import { type ModelTask, PLATFORM_OWNER } from '../../ledger/models/model.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { readArtifact, SHIPPED_FOLDER } from '../../models/artifact.ts';
import type { ArtifactStore } from '../../models/artifact-store.ts';
import type { ModelCard } from '../../models/card.ts';
import { inspectModel } from '../../models/gate/inspect.ts';
import { hashRequest } from '../kit/idempotency.ts';

const TASKS: Readonly<Record<string, ModelTask>> = {
  'credit-scoring': 'credit',
  'fraud-detection': 'fraud',
};

/** @throws Error when a shipped file does not have the hash of its card */
export async function registerShipped(
  ledgers: readonly Ledger[],
  artifacts: ArtifactStore,
): Promise<void> {
  for (const { name, version } of listShipped()) {
    const ledgersWithout = ledgers.filter((ledger) => !hasPlatformModel(ledger, name, version));
    if (ledgersWithout.length === 0) continue;
    const { card, model } = readArtifact(SHIPPED_FOLDER, name, version);
    const { sha256, bytes } = card.artifact;
    const checks = inspectOnce(card, model);
    await artifacts.put(sha256, model);
    const order = {
      tenantId: PLATFORM_OWNER,
      name,
      task: TASKS[name] ?? 'binary_classification',
      label: version,
      source: 'platform',
      approved: true,
      artifact: { sha256, bytes },
      card: { ...card },
      checks: { ...checks },
      requestHash: hashRequest({ sha256 }),
      cause: { actor: 'workflow', requestId: 'start', idempotencyKey: null },
    } as const;
    for (const ledger of ledgersWithout)
      await ledger.run(registerVersion, order).catch(ignoreExistingVersion);
  }
}

/** Findings of the gate, by hash of the file and features of the card. */
const inspections = new Map<string, ReturnType<typeof inspectModel>>();

/** The file has the hash of its card, so a process checks it once. */
function inspectOnce({ artifact, features }: ModelCard, model: Uint8Array) {
  const names = features.map((feature) => feature.name);
  const key = `${artifact.sha256} ${names.join(' ')}`;
  const inspection = inspections.get(key) ?? inspectModel(model, names);
  inspections.set(key, inspection);
  return inspection;
}

/** Ignores the error when another process has just registered the version. */
function ignoreExistingVersion(error: unknown): void {
  if (!(error instanceof Refusal && error.code === 'model_version_exists')) throw error;
}

/** Returns every version under models/artifacts. */
function listShipped(): { readonly name: string; readonly version: string }[] {
  const listFolders = (path: string) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
  return listFolders(SHIPPED_FOLDER).flatMap((name) =>
    listFolders(join(SHIPPED_FOLDER, name)).map((version) => ({ name, version })),
  );
}
