/** Variables with the machine's paths, and those for Node and the C library. */
const variables = ["PATH", "HOME", "TMPDIR", "TZ", "LANG", "NODE_COMPILE_CACHE", "MALLOC_ARENA_MAX"];

/** The machine's part of our own environment, and the variables of `also`. It contains no secrets of the database or the mail. */
export function machineEnvironment(...also: string[]): NodeJS.ProcessEnv {
  return Object.fromEntries([...variables, ...also].map((name) => [name, process.env[name]]));
}
