import { verify } from "./checks/verify.ts";
import { Commands } from "./process/run.ts";
import { onShutdown } from "./process/shutdown.ts";

const commands = new Commands();
const abandon = () => {
  commands.close();
  process.exit(1);
};
onShutdown(abandon, abandon);

const failed = await verify(commands);
if (failed.length > 0) console.error(`Verify has failed: ${failed.join(", ")}.`);
process.exit(failed.length > 0 ? 1 : 0);
