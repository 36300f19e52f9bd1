// Lets the Temporal SDK download its CLI into a folder. It is a process of its own, because the
// SDK's download has no time-out: its starter watches the folder and kills it.
// Usage: node scripts/run/sdk-download.mjs <folder> <version>
import { TestWorkflowEnvironment } from '@temporalio/testing';

const [downloadDir, version] = process.argv.slice(2);
if (!downloadDir || !version) throw new Error('usage: sdk-download.mjs <folder> <version>');
try {
  // The SDK offers the download only as the first step of a server's start.
  const environment = await TestWorkflowEnvironment.createLocal({
    server: {
      executable: { type: 'cached-download', downloadDir, version: `v${version}` },
      log: { format: 'pretty', level: 'error' },
    },
  });
  await environment.teardown();
} catch (error) {
  // The SDK names the address twice before it comes to the reason.
  const reason = error instanceof Error ? error.message.split('): ').at(-1) : String(error);
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
