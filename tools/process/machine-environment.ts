/** Where a program finds the machine it runs on, and how Node and the C library are to use it. */
const variables = ["PATH", "HOME", "TMPDIR", "TZ", "LANG", "NODE_COMPILE_CACHE", "MALLOC_ARENA_MAX"];

/** The machine's part of our own environment, and `also` these: nothing of the database, the mail or other secrets. */
export function machineEnvironment(...also: string[]): NodeJS.ProcessEnv {
  return Object.fromEntries([...variables, ...also].map((name) => [name, process.env[name]]));
}
