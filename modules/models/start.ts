// The start of models: registers the shipped ones, and loads deployed ones before the first
// payment.

import { encoderFile } from '../../ai/intents/encoder.ts';
import { createModelFinder } from '../../ai/serving/finder.ts';
import { enterEngineModels } from '../../api/models/engine-models.ts';
import { registerShipped } from '../../api/models/shipped-models.ts';
import type { Ledger } from '../../db/ledger.ts';
import { listDeciding } from '../../db/models/servable.ts';
import { PLATFORM_OWNER } from '../../ledger/models/model.ts';
import type { ModelFinder } from '../../models/serving.ts';
import type { StartHost } from '../host.ts';

/** Starts the processes of developers' deployed models, so that no payment waits for one. */
function warmForeign(ledger: Ledger, finder: ModelFinder): void {
  for (const { tenantId, task } of listDeciding(ledger.database)) {
    const { production, canary } = finder.servingFor(tenantId, task) ?? {};
    for (const model of [production, canary?.model]) {
      void model?.session.score([new Float32Array(model.columns)]).catch(() => {});
    }
  }
}

/** Registers the models that ship with the engine. */
export async function registerModels({ ledgers, config, artifacts }: StartHost): Promise<void> {
  await registerShipped(ledgers, artifacts);
  await enterEngineModels(ledgers, encoderFile(config.encoder) !== null);
}

/** Calls each deployed model once. */
export async function warmModels({ ledgers, sessions, reasons }: StartHost): Promise<void> {
  for (const ledger of ledgers) {
    const finder = createModelFinder(ledger, sessions[ledger.environment], reasons);
    const model = finder.servingFor(PLATFORM_OWNER, 'fraud');
    const { production } = model ?? {};
    // The first call loads the file. A model that cannot be loaded does not stop the start, because
    // payments are then decided without it.
    await production?.session.score([new Float32Array(production.columns)]).catch(() => {});
    await production?.explanation.load();
    warmForeign(ledger, finder);
  }
}
