import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The limit of the stack: Fastify with `/bare` and with one prepared query, `/query`, in a separate process. */
export async function startFastify(databaseUrl: string): Promise<AsyncDisposable & { readonly url: string }> {
  const program = fileURLToPath(new URL("./fastify-program.ts", import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env["PATH"], DATABASE_URL: databaseUrl, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [port] = await Promise.race([
    once(child, "message"),
    once(child, "close").then(() => {
      throw new Error("The reference server did not start.");
    }),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, "close");
    },
  };
}
